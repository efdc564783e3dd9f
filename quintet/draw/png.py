"""A scene as PNG. Painted at three times the size and made smaller, which smooths every edge."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

from quintet.draw.scene import Circle, Fill, Line, Point, Polygon, Rect, Scene, Shade, Shape, Text

FINER = 3


def paint_png(scene: Scene, size: int = 640) -> bytes:
    """The scene as a PNG file; its longer side measures `size` pixels."""
    painted = Painter(scene, size).picture()
    words = PngInfo()
    words.add_itxt("Title", scene.title)
    words.add_itxt("Description", scene.description)
    buffer = io.BytesIO()
    painted.save(buffer, "PNG", optimize=True, pnginfo=words)
    return buffer.getvalue()


class Painter:
    def __init__(self, scene: Scene, size: int) -> None:
        largest = max(scene.width, scene.height)
        self.scene = scene
        self.small = (
            max(1, round(size * scene.width / largest)),
            max(1, round(size * scene.height / largest)),
        )
        self.scale = size * FINER / largest
        whole = (self.small[0] * FINER, self.small[1] * FINER)
        self.image = Image.new("RGB", whole, scene.background)
        self.pen = ImageDraw.Draw(self.image, "RGBA")
        self.discs: dict[tuple[Shade, int], Image.Image] = {}

    def picture(self) -> Image.Image:
        for shape in self.scene.shapes:
            self.paint(shape)
        return self.image.resize(self.small, Image.Resampling.LANCZOS)

    def at(self, x: float, y: float) -> Point:
        return (x - self.scene.left) * self.scale, (y - self.scene.top) * self.scale

    def thick(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def paint(self, shape: Shape) -> None:
        if isinstance(shape, Circle):
            self.circle(shape)
        elif isinstance(shape, Rect):
            self.rect(shape)
        elif isinstance(shape, Polygon):
            points = [self.at(x, y) for x, y in shape.points]
            stroke = shape.stroke
            self.pen.polygon(points, fill=shape.fill or None, outline=stroke.colour if stroke else None)
        elif isinstance(shape, Line):
            points = [self.at(x, y) for x, y in shape.points]
            self.pen.line(
                points, fill=shape.stroke.colour, width=self.thick(shape.stroke.width), joint="curve"
            )
        elif isinstance(shape, Text):
            font = ImageFont.load_default(max(1.0, shape.size * self.scale))
            self.pen.text(self.at(shape.x, shape.y), shape.text, font=font, fill=shape.fill, anchor="mm")

    def circle(self, shape: Circle) -> None:
        x, y = self.at(shape.x, shape.y)
        grow = shape.stroke.width / 2 if shape.stroke else 0.0  # a stroke lies half outside, as in SVG
        radius = (shape.r + grow) * self.scale
        box = (x - radius, y - radius, x + radius, y + radius)
        if isinstance(shape.fill, Shade):
            self.shaded(shape.fill, box, round(radius))
        elif shape.fill:
            self.pen.ellipse(box, fill=shape.fill)
        if shape.stroke:
            self.pen.ellipse(box, outline=shape.stroke.colour, width=self.thick(shape.stroke.width))

    def rect(self, shape: Rect) -> None:
        (left, top), (right, low) = (
            self.at(shape.x, shape.y),
            self.at(shape.x + shape.width, shape.y + shape.height),
        )
        radius = round(shape.radius * self.scale)
        if isinstance(shape.fill, Shade):
            self.shaded(shape.fill, (left, top, right, low), radius)
        elif shape.fill:
            self.pen.rounded_rectangle((left, top, right, low), radius, fill=shape.fill)
        if shape.stroke:
            half = self.thick(shape.stroke.width) / 2
            edge = (left - half, top - half, right + half, low + half)
            self.pen.rounded_rectangle(
                edge, radius, outline=shape.stroke.colour, width=self.thick(shape.stroke.width)
            )

    def shaded(self, shade: Shade, box: tuple[float, float, float, float], radius: int) -> None:
        left, top, right, low = (round(side) for side in box)
        size = (max(1, right - left), max(1, low - top))
        mask = Image.new("L", size, 0)
        alpha = round((opacity(shade.start) + opacity(shade.end)) / 2)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), radius, fill=alpha)
        self.image.paste(gradient(shade, size), (left, top), mask)


def gradient(shade: Shade, size: tuple[int, int]) -> Image.Image:
    """From `start` to `end`: downwards, or outwards from a light at the upper left."""
    if shade.kind == "down":
        amount = Image.linear_gradient("L").resize(size)
    else:
        # Pillow's round gradient ends at a radius of half its side; ours at three quarters of the shape's size.
        wide, high = round(size[0] * 1.5), round(size[1] * 1.5)
        whole = Image.radial_gradient("L").resize((wide, high))
        left, top = round(wide / 2 - size[0] * 0.36), round(high / 2 - size[1] * 0.3)
        amount = whole.crop((left, top, left + size[0], top + size[1]))
    return Image.composite(
        Image.new("RGB", size, shade.end[:7]), Image.new("RGB", size, shade.start[:7]), amount
    )


def opacity(colour: Fill) -> int:
    assert isinstance(colour, str)
    return int(colour[7:9], 16) if len(colour) > 7 else 255
