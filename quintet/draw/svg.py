"""A scene as one self-contained SVG text, with words for those who cannot see it."""

from __future__ import annotations

from html import escape

from quintet.draw.scene import Circle, Fill, Line, Polygon, Rect, Scene, Shade, Shape, Stroke, Text

FONT = "ui-sans-serif, system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"


def number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


class Writer:
    """Collects the gradients while the shapes are written."""

    def __init__(self) -> None:
        self.shades: dict[Shade, str] = {}

    def picture(self, scene: Scene, size: int) -> str:
        shapes = "\n".join(self.shape(shape) for shape in scene.shapes)
        largest = max(scene.width, scene.height)
        box = " ".join(map(number, (scene.left, scene.top, scene.width, scene.height)))
        width, height = (round(size * side / largest) for side in (scene.width, scene.height))
        shades = "\n".join(self.shade(shade, name) for shade, name in self.shades.items())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width}" height="{height}" role="img" '
            f'aria-labelledby="title" aria-describedby="words">\n'
            f'<title id="title">{escape(scene.title)}</title>\n<desc id="words">{escape(scene.description)}</desc>\n'
            f"<defs>\n{shades}\n</defs>\n"
            f'<rect x="{number(scene.left)}" y="{number(scene.top)}" width="{number(scene.width)}" '
            f'height="{number(scene.height)}" fill="{scene.background}"/>\n{shapes}\n</svg>\n'
        )

    def shade(self, shade: Shade, name: str) -> str:
        stops = f"<stop{solid('stop', shade.start, 'stop-color')}/>"
        stops += f'<stop offset="1"{solid("stop", shade.end, "stop-color")}/>'
        if shade.kind == "down":
            return f'<linearGradient id="{name}" x2="0" y2="1">{stops}</linearGradient>'
        return f'<radialGradient id="{name}" cx=".36" cy=".3" r=".75">{stops}</radialGradient>'

    def fill(self, fill: Fill) -> str:
        if isinstance(fill, Shade):
            name = self.shades.setdefault(fill, f"shade{len(self.shades)}")
            return f' fill="url(#{name})"'
        return solid("fill", fill, "fill") if fill else ' fill="none"'

    def shape(self, shape: Shape) -> str:
        if isinstance(shape, Text):
            return (
                f'<text x="{number(shape.x)}" y="{number(shape.y)}" dy=".35em" text-anchor="middle" '
                f'font-family="{FONT}" font-size="{number(shape.size)}" fill="{shape.fill}">{escape(shape.text)}</text>'
            )
        if isinstance(shape, Circle):
            place = f'cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.r)}"'
            return f"<circle {place}{self.fill(shape.fill)}{outline(shape.stroke)}/>"
        if isinstance(shape, Rect):
            place = f'x="{number(shape.x)}" y="{number(shape.y)}" width="{number(shape.width)}" height="{number(shape.height)}"'
            corner = f' rx="{number(shape.radius)}"' if shape.radius else ""
            return f"<rect {place}{corner}{self.fill(shape.fill)}{outline(shape.stroke)}/>"
        points = " ".join(f"{number(x)},{number(y)}" for x, y in shape.points)
        if isinstance(shape, Polygon):
            return f'<polygon points="{points}"{self.fill(shape.fill)}{outline(shape.stroke)}/>'
        assert isinstance(shape, Line)
        return f'<polyline points="{points}" fill="none" stroke-linecap="round"{outline(shape.stroke)}/>'


def solid(kind: str, colour: str, attribute: str) -> str:
    """A colour, its transparency beside it: not every reader of SVG knows `#rrggbbaa`."""
    text = f' {attribute}="{colour[:7]}"'
    return text + (f' {kind}-opacity="{number(int(colour[7:9], 16) / 255)}"' if len(colour) > 7 else "")


def outline(stroke: Stroke | None) -> str:
    if stroke is None:
        return ""
    return f'{solid("stroke", stroke.colour, "stroke")} stroke-width="{number(stroke.width)}"'


def paint_svg(scene: Scene, size: int = 640) -> str:
    """The scene as SVG; its longer side measures `size` pixels where nothing else decides."""
    return Writer().picture(scene, size)
