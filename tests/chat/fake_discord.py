"""Discord on loopback: as much of its gateway and REST API as a bot with slash commands meets.

discord.py itself runs unmodified against it: its addresses point here, everything else is its own. People are played by
`Person`: they use commands, press buttons, and read what only they can see.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest
import yarl
from aiohttp import WSMsgType, web

from tests.waiting import OwnTime, until

TOKEN = "a-token-that-is-good"
APPLICATION, GUILD, CHANNEL, OTHER_CHANNEL, DIRECT = 1000, 2000, 3000, 3001, 3002
THREAD, DIRECT_TO = 3003, 4000
"""A thread, and beside the ids of users: where direct messages to them go."""
EVERYTHING = (1 << 53) - 1
ADMINISTRATOR = 1 << 3
ASLEEP = {
    "thread_metadata": {
        "archived": False,
        "auto_archive_duration": 60,
        "archive_timestamp": "2026-01-01T00:00:00+00:00",
    },
    "owner_id": "1",
    "member_count": 1,
    "message_count": 1,
    "rate_limit_per_user": 0,
    "total_message_sent": 1,
}
MANAGE_GUILD, ORDINARY = 1 << 5, 1 << 11
MANAGE_CHANNELS, ATTACH_FILES, MANAGE_ROLES, SEND_IN_THREADS = 1 << 4, 1 << 15, 1 << 28, 1 << 38
BOT_ROLE = 2001
Json = dict[str, Any]


@dataclass
class Message:
    """A message in a channel, or one that only one person sees."""

    id: int
    channel: int
    content: str = ""
    components: list[Json] = field(default_factory=list)
    files: list[tuple[str, bytes]] = field(default_factory=list)
    ephemeral: bool = False

    @property
    def buttons(self) -> list[str]:
        return [
            button["custom_id"].split(":")[1]
            for row in self.components
            for button in row["components"]
            if "custom_id" in button
        ]

    @property
    def menus(self) -> list[Json]:
        return [part for row in self.components for part in row["components"] if part["type"] == 3]

    @property
    def menu(self) -> list[str]:
        """What can be chosen from the menu under it."""
        return [each["label"] for menu in self.menus for each in menu["options"]]

    @property
    def links(self) -> list[str]:
        return [button["url"] for row in self.components for button in row["components"] if "url" in button]

    def data(self) -> Json:
        return {
            "id": str(self.id),
            "channel_id": str(self.channel),
            "author": user(APPLICATION, "quintet", bot=True),
            "content": self.content,
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": self.components,
            "pinned": False,
            "type": 0,
            "flags": 64 if self.ephemeral else 0,
        }


@dataclass
class Reply:
    """What came back for one interaction."""

    deferred: bool = False
    hidden: bool = True
    """Is what was promised for the one who asked alone?"""
    messages: list[Message] = field(default_factory=list)
    choices: list[str] | None = None
    modal: Json | None = None


def user(number: int, name: str, bot: bool = False) -> Json:
    return {
        "id": str(number),
        "username": name,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
        "global_name": name,
    }


def as_json(data: Any, status: int = 200) -> web.Response:
    """As Discord sends it: discord.py reads nothing else than this very content type as JSON."""
    return web.Response(body=json.dumps(data).encode(), status=status, content_type="application/json")


class FakeDiscord:
    """One Discord with one server in it."""

    def __init__(self) -> None:
        self.messages: dict[int, Message] = {}
        self.commands: list[Json] = []
        self.guild_commands: list[Json] = []
        self.member_roles: set[tuple[int, int]] = set()
        self.channels: dict[int, Json] = {
            n: channel(n, name) for n, name in ((CHANNEL, "games"), (OTHER_CHANNEL, "more"))
        } | {THREAD: channel(THREAD, "a thread", 11) | {"parent_id": str(CHANNEL), **ASLEEP}}
        self.roles: dict[int, Json] = {
            GUILD: role(GUILD, "@everyone"),
            BOT_ROLE: role(BOT_ROLE, "quintet") | {"position": 50},
        }
        self.allowed = EVERYTHING & ~ADMINISTRATOR
        """What the bot may do, as the settings of the server say it."""
        self.forbidden: set[str] = set()
        """`send`, `manage`, `direct`, or a path: what is refused, whatever they say."""
        self.makes = 1000
        """How many channels and roles can still be made."""
        self.asleep: set[int] = set()
        """Threads that are archived: nothing in them can be edited, and a new message wakes them."""
        self.too_many = 0
        """How many of the next requests about messages are answered with 429."""
        self.refused = 0
        """How many were."""
        self.prompt = asyncio.Event()
        """Are messages edited at once? Otherwise edits wait until it is set again."""
        self.prompt.set()
        self.late = 0
        """How many edits are waiting."""
        self.replies: dict[str, Reply] = {}
        self.edited: list[str] = []
        """What messages in channels have been changed to say, in this order."""
        self.mentioned: list[tuple[int | str, str]] = []
        """Whom a message has told, and by which words, in this order."""
        self.address = ""
        self.sessions: list[str] = []
        """`identify` or `resume`, for every time that the bot came."""
        self._session = ""
        self._sent: list[Json] = []
        self.clock = OwnTime()
        self._born: dict[str, float] = {}
        self._sockets: list[web.WebSocketResponse] = []
        self._numbers = itertools.count(discord.utils.time_snowflake(discord.utils.utcnow()))
        self._sequence = itertools.count(1)

    # -- for tests

    def shown(self, channel: int = CHANNEL) -> Message:
        """The newest message of a channel that shows a table; an empty one if there is none."""
        tables = [message for message in self.in_channel(channel) if " · room `" in message.content]
        return max(tables, key=lambda m: m.id, default=Message(0, channel))

    def calls(self, channel: int = CHANNEL) -> list[str]:
        """What else stands in a channel: who is to move."""
        return [message.content for message in self.in_channel(channel) if " · room `" not in message.content]

    def in_channel(self, channel: int = CHANNEL) -> list[Message]:
        return [message for message in self.messages.values() if message.channel == channel]

    @property
    def connected(self) -> bool:
        return bool(self._sockets)

    async def send_event(self, kind: str, data: Json) -> None:
        event = {"op": 0, "t": kind, "s": next(self._sequence), "d": data}
        self._sent.append(event)
        for socket in self._sockets:
            await socket.send_json(event)

    async def break_off(self, *, forget: bool = False) -> None:
        """The gateway closes the connection; when it forgets the session, too, the bot has to begin anew."""
        if forget:
            self._session = ""
        for socket in list(self._sockets):
            self._sockets.remove(socket)
            await socket.close(code=4000, message=b"Unknown error.")

    async def ask_to_come_again(self) -> None:
        """The gateway wants the bot on another machine."""
        for socket in list(self._sockets):
            self._sockets.remove(socket)
            await socket.send_json({"op": 7, "d": None})

    def number(self) -> int:
        return next(self._numbers)

    # -- the gateway

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 600_000}})
        async for frame in socket:
            if frame.type != WSMsgType.TEXT:
                continue
            message = json.loads(frame.data)
            if message["op"] == 1:
                await socket.send_json({"op": 11})
            elif message["op"] == 2:
                if message["d"]["token"] != TOKEN:
                    await socket.close(code=4004, message=b"Authentication failed.")
                    break
                self.sessions.append("identify")
                self._session = f"session-{len(self.sessions)}"
                self._sent.clear()
                self._sockets.append(socket)
                await self.send_event("READY", self._ready())
                await self.send_event("GUILD_CREATE", self._guild())
            elif message["op"] == 6:
                await self._resume(socket, message["d"])
        if socket in self._sockets:
            self._sockets.remove(socket)
        return socket

    async def _resume(self, socket: web.WebSocketResponse, wanted: Json) -> None:
        """What the bot missed, if the session is still known."""
        if not self._session or wanted["session_id"] != self._session:
            await socket.send_json({"op": 9, "d": False})
            return
        self.sessions.append("resume")
        for event in [event for event in self._sent if event["s"] > wanted["seq"]]:
            await socket.send_json(event)
        self._sockets.append(socket)
        await self.send_event("RESUMED", {})

    def _ready(self) -> Json:
        return {
            "v": 10,
            "user": user(APPLICATION, "quintet", bot=True),
            "guilds": [{"id": str(GUILD), "unavailable": True}],
            "session_id": self._session,
            "resume_gateway_url": self.address.replace("http", "ws") + "/gateway",
            "application": {"id": str(APPLICATION), "flags": 0},
        }

    def _guild(self) -> Json:
        me = {
            "user": user(APPLICATION, "quintet", bot=True),
            "roles": [str(BOT_ROLE)],
            "joined_at": "2026-01-01T00:00:00+00:00",
        }
        return {
            "id": str(GUILD), "name": "Friends", "owner_id": "1", "member_count": 4, "large": False,
            "roles": self._roles(), "channels": [one for one in self.channels.values() if one["type"] != 11],
            "members": [me | {"deaf": False, "mute": False, "flags": 0}],
            "threads": [], "emojis": [], "stickers": [], "features": [], "presences": [], "voice_states": [],
            "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [], "preferred_locale": "en-US",
            "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0,
            "nsfw_level": 0, "premium_tier": 0, "system_channel_flags": 0, "afk_timeout": 60,
            "premium_progress_bar_enabled": False, "unavailable": False,
        }  # fmt: skip

    def _roles(self) -> list[Json]:
        mine = {"permissions": str(self.allowed)}
        return [each | (mine if number == BOT_ROLE else {}) for number, each in self.roles.items()]

    async def allow(self, permissions: int) -> None:
        """An admin changes what the bot's role may do."""
        self.allowed = permissions
        bot_role = self.roles[BOT_ROLE] | {"permissions": str(permissions)}
        await self.send_event("GUILD_ROLE_UPDATE", {"guild_id": str(GUILD), "role": bot_role})

    # -- REST

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._authorised])
        routes = app.router
        routes.add_get("/gateway", self.gateway)
        routes.add_get("/api/users/@me", self._me)
        routes.add_get("/api/oauth2/applications/@me", self._application)
        routes.add_get("/api/applications/@me", self._application)
        routes.add_put("/api/applications/{app}/commands", self._put_commands)
        routes.add_put("/api/applications/{app}/guilds/{guild}/commands", self._put_guild_commands)
        routes.add_get("/api/guilds/{guild}/channels", self._list_channels)
        routes.add_get("/api/guilds/{guild}/roles", self._list_roles)
        routes.add_delete("/api/guilds/{guild}/roles/{role}", self._delete_role)
        routes.add_delete("/api/channels/{channel}", self._delete_channel)
        routes.add_post("/api/users/@me/channels", self._open_direct)
        routes.add_post("/api/interactions/{id}/{token}/callback", self._callback)
        routes.add_post("/api/webhooks/{app}/{token}", self._follow_up)
        routes.add_patch("/api/webhooks/{app}/{token}/messages/@original", self._follow_up)
        routes.add_post("/api/channels/{channel}/messages", self._post)
        routes.add_patch("/api/channels/{channel}/messages/{message}", self._patch)
        routes.add_delete("/api/channels/{channel}/messages/{message}", self._delete)
        routes.add_post("/api/guilds/{guild}/roles", self._make_role)
        routes.add_post("/api/guilds/{guild}/channels", self._make_channel)
        routes.add_put("/api/guilds/{guild}/members/{member}/roles/{role}", self._give_role)
        routes.add_delete("/api/guilds/{guild}/members/{member}/roles/{role}", self._take_role)
        return app

    @web.middleware
    async def _authorised(self, request: web.Request, handler: Any) -> web.StreamResponse:
        free = ("/gateway", "/api/interactions", "/api/webhooks")
        if not request.path.startswith(free) and request.headers.get("Authorization") != f"Bot {TOKEN}":
            return as_json({"code": 0, "message": "401: Unauthorized"}, status=401)
        if "/messages" in request.path and request.path.startswith("/api/channels") and self.too_many:
            self.too_many -= 1
            self.refused += 1
            return self._slow_down()
        response: web.StreamResponse = await handler(request)
        return response

    def _slow_down(self) -> web.Response:
        """As Discord says it: who comes again before the time is over is refused again."""
        answer = as_json(
            {"message": "You are being rate limited.", "retry_after": 0.05, "global": False}, 429
        )
        answer.headers.update({"Retry-After": "1", "Via": "1.1 google", "X-RateLimit-Remaining": "0"})
        return answer

    def _refuse(self, what: str) -> web.Response | None:
        if what in self.forbidden:
            return as_json({"code": 50013, "message": "Missing Permissions"}, status=403)
        return None

    async def _me(self, _request: web.Request) -> web.Response:
        return as_json(user(APPLICATION, "quintet", bot=True))

    async def _application(self, _request: web.Request) -> web.Response:
        return as_json(
            {
                "id": str(APPLICATION), "name": "quintet", "icon": None, "description": "", "summary": "",
                "bot_public": True, "bot_require_code_grant": False, "verify_key": "", "flags": 0,
                "owner": user(1, "Owner"), "team": None,
            }
        )  # fmt: skip

    async def _put_commands(self, request: web.Request) -> web.Response:
        self.commands = await request.json()
        for command in self.commands:
            command |= {"id": str(self.number()), "application_id": str(APPLICATION), "version": "1"}
        return as_json(self.commands)

    async def _put_guild_commands(self, request: web.Request) -> web.Response:
        if no := self._refuse("commands"):
            return no
        self.guild_commands = await request.json()
        for command in self.guild_commands:
            command |= {"id": str(self.number()), "application_id": str(APPLICATION), "version": "1"}
            command["guild_id"] = str(GUILD)
        return as_json(self.guild_commands)

    async def _callback(self, request: web.Request) -> web.Response:
        if self.clock.seconds - self._born[request.match_info["token"]] > 3:
            return as_json({"code": 10062, "message": "Unknown interaction"}, status=404)
        body, files = await read_body(request)
        reply = self.replies.setdefault(request.match_info["token"], Reply())
        data = body.get("data") or {}
        if no := faults(data):
            return no
        resource: Json = {"type": body["type"]}
        if body["type"] in (4, 7):
            message = self._message(0, data, files)
            message.ephemeral = bool(data.get("flags", 0) & 64)
            reply.messages.append(message)
            resource["message"] = message.data()
        elif body["type"] == 8:
            reply.choices = [str(each["value"]) for each in data["choices"]]
        elif body["type"] == 9:
            reply.modal = data
        else:
            reply.deferred = True
            reply.hidden = body["type"] != 5 or bool(data.get("flags", 0) & 64)
        interaction = {"id": request.match_info["id"], "type": 2}
        return as_json({"interaction": interaction, "resource": resource})

    async def _follow_up(self, request: web.Request) -> web.Response:
        body, files = await read_body(request)
        if no := faults(body):
            return no
        message = self._message(0, body, files)
        reply = self.replies.setdefault(request.match_info["token"], Reply())
        promised = request.method == "PATCH" or (reply.deferred and not reply.messages)
        message.ephemeral = reply.hidden if promised else bool(body.get("flags", 0) & 64)
        reply.messages.append(message)
        return as_json(message.data())

    async def _post(self, request: web.Request) -> web.Response:
        if no := self._refuse("send"):
            return no
        place = int(request.match_info["channel"])
        if place < DIRECT_TO and (no := self._refuse("send here")):
            return no
        if place >= DIRECT_TO and "direct" in self.forbidden:
            return as_json({"code": 50007, "message": "Cannot send messages to this user"}, status=403)
        if place not in self.channels and place < DIRECT_TO and place != DIRECT:
            return as_json({"code": 10003, "message": "Unknown Channel"}, status=404)
        self.asleep.discard(place)
        body, files = await read_body(request)
        if no := faults(body):
            return no
        message = self._message(place, body, files)
        self.messages[message.id] = message
        self.mentioned += [(one, message.content) for one in mentioned(body)]
        return as_json(message.data())

    async def _patch(self, request: web.Request) -> web.Response:
        if no := self._refuse("send"):
            return no
        self.late += 1
        await self.prompt.wait()
        self.late -= 1
        message = self.messages.get(int(request.match_info["message"]))
        if message is None:
            return as_json({"code": 10008, "message": "Unknown Message"}, status=404)
        if message.channel in self.asleep:
            return as_json({"code": 50083, "message": "Thread is archived"}, status=400)
        body, files = await read_body(request)
        if no := faults(body):
            return no
        if "attachments" in body:
            message.files = files
        message.content = body.get("content", message.content)
        self.edited.append(message.content)
        message.components = body.get("components", message.components)
        return as_json(message.data())

    async def _delete(self, request: web.Request) -> web.Response:
        self.messages.pop(int(request.match_info["message"]), None)
        return web.Response(status=204)

    async def _make_role(self, request: web.Request) -> web.Response:
        if no := self._refuse("manage"):
            return no
        if no := self._spend():
            return no
        made = role(self.number(), (await request.json())["name"])
        self.roles[int(made["id"])] = made
        await self.send_event("GUILD_ROLE_CREATE", {"guild_id": str(GUILD), "role": made})
        return as_json(made)

    async def _make_channel(self, request: web.Request) -> web.Response:
        if no := self._refuse("manage"):
            return no
        if no := self._spend():
            return no
        body = await request.json()
        made = channel(self.number(), body["name"], body["type"], body.get("permission_overwrites", []))
        made["parent_id"] = body.get("parent_id")
        self.channels[int(made["id"])] = made
        await self.send_event("CHANNEL_CREATE", made)
        return as_json(made)

    def _spend(self) -> web.Response | None:
        self.makes -= 1
        if self.makes < 0:
            return as_json({"code": 30013, "message": "Maximum number of guild channels reached (500)"}, 400)
        return None

    async def _list_channels(self, _request: web.Request) -> web.Response:
        return as_json([one for one in self.channels.values() if one["type"] != 11])

    async def _list_roles(self, _request: web.Request) -> web.Response:
        return as_json(self._roles())

    async def _delete_role(self, request: web.Request) -> web.Response:
        if no := self._refuse("manage"):
            return no
        del self.roles[int(request.match_info["role"])]
        return web.Response(status=204)

    async def _delete_channel(self, request: web.Request) -> web.Response:
        if no := self._refuse("manage"):
            return no
        gone = await self.delete_channel(int(request.match_info["channel"]))
        return as_json(gone)

    async def delete_channel(self, number: int) -> Json:
        """By the bot, or by hand."""
        gone = self.channels.pop(number)
        await self.send_event("CHANNEL_DELETE", gone)
        return gone

    async def _open_direct(self, request: web.Request) -> web.Response:
        number = int((await request.json())["recipient_id"])
        return as_json({"id": str(DIRECT_TO + number), "type": 1, "recipients": [user(number, "somebody")]})

    async def _give_role(self, request: web.Request) -> web.Response:
        if self.roles.get(int(request.match_info["role"]), {}).get("position", 0) > 50:
            return as_json({"code": 50013, "message": "Missing Permissions"}, status=403)
        self.member_roles.add((int(request.match_info["member"]), int(request.match_info["role"])))
        return web.Response(status=204)

    async def _take_role(self, request: web.Request) -> web.Response:
        self.member_roles.discard((int(request.match_info["member"]), int(request.match_info["role"])))
        return web.Response(status=204)

    def _message(self, place: int, body: Json, files: list[tuple[str, bytes]]) -> Message:
        return Message(self.number(), place, body.get("content") or "", body.get("components") or [], files)


def channel(number: int, name: str, kind: int = 0, overwrites: list[Json] | None = None) -> Json:
    return {
        "id": str(number), "type": kind, "name": name, "guild_id": str(GUILD), "position": 0, "nsfw": False,
        "parent_id": None, "permission_overwrites": overwrites or [], "topic": None,
    }  # fmt: skip


def role(number: int, name: str) -> Json:
    return {
        "id": str(number), "name": name, "color": 0, "hoist": False, "position": 0, "permissions": "0",
        "managed": False, "mentionable": False, "flags": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
    }  # fmt: skip


LONGEST = {
    "content": 2000, "custom_id": 100, "label": 80, "placeholder": 150, "title": 45, "description": 1024, "url": 512,
}  # fmt: skip
"""Characters that Discord takes."""


def faults(body: Json) -> web.Response | None:
    """Discord takes nothing that is longer than its limits, nor more of it."""
    found = list(too_long(body))
    for row in body.get("components") or []:
        within = row["components"]
        found += [f"{len(within)} in a row"] if not 1 <= len(within) <= 5 else []
        for part in (one for one in within if one["type"] == 3):
            found += [f"{len(part['options'])} options"] if not 1 <= len(part["options"]) <= 25 else []
    found += ["rows"] if len(body.get("components") or []) > 5 else []
    choices = body.get("choices") or []
    found += ["choices"] if len(choices) > 25 else []
    found += [
        str(one) for one in choices if not 1 <= len(str(one["name"])) <= 100 or len(str(one["value"])) > 100
    ]
    ids = [part.get("custom_id") for row in body.get("components") or [] for part in row["components"]]
    ids = [one for one in ids if one]
    found += ["the same custom_id twice"] if len(set(ids)) < len(ids) else []
    if not found:
        return None
    return as_json({"code": 50035, "message": f"Invalid Form Body: {'; '.join(found)}"}, status=400)


def too_long(part: Any, key: str = "") -> Iterator[str]:
    """Every text in it that is."""
    if isinstance(part, dict):
        option = "value" in part and "label" in part  # of a menu
        for name, value in part.items():
            most = 100 if option and name in ("label", "value", "description") else LONGEST.get(name, 10**6)
            if isinstance(value, str) and len(value) > most:
                yield f"{name} has {len(value)} characters"
            yield from too_long(value)
    elif isinstance(part, list):
        for one in part:
            yield from too_long(one)


def mentioned(body: Json) -> list[int | str]:
    """Whom a message tells, as Discord reads its words: everybody named in it, unless it says whom alone."""
    content, allowed = body.get("content") or "", body.get("allowed_mentions")
    kinds = ["users", "roles", "everyone"] if allowed is None else allowed.get("parse", [])
    named = [int(one) for one in re.findall(r"<@!?(\d+)>", content)]
    only = [int(one) for one in (allowed or {}).get("users", [])]
    told: list[int | str] = [one for one in dict.fromkeys(named) if "users" in kinds or one in only]
    told += re.findall(r"@(?:everyone|here)", content) if "everyone" in kinds else []
    return told + (re.findall(r"<@&\d+>", content) if "roles" in kinds else [])


async def read_body(request: web.Request) -> tuple[Json, list[tuple[str, bytes]]]:
    """The JSON of a request, and the files that came with it."""
    if not request.content_type.startswith("multipart/"):
        return (await request.json() if request.can_read_body else {}), []
    body: Json = {}
    files: list[tuple[str, bytes]] = []
    form = await request.post()
    for value in form.values():
        if isinstance(value, web.FileField):
            files.append((value.filename, value.file.read()))
            value.file.close()
        else:
            body = json.loads(str(value))
    return body, files


class Person:
    """Somebody on Discord."""

    def __init__(self, fake: FakeDiscord, number: int, name: str, admin: bool = False) -> None:
        self.fake, self.id, self.name = fake, number, name
        self.permissions = MANAGE_GUILD | ORDINARY if admin else ORDINARY
        self.mention = f"<@{number}>"

    async def use(self, command: str, place: int = CHANNEL, **options: Any) -> str:
        """Use a slash command; the text of the answer."""
        return (await self.ask(command, place, **options)).content

    async def ask(self, command: str, place: int = CHANNEL, **options: Any) -> Message:
        """The same, the whole answer; it is for this person's eyes only."""
        reply = await self._interact(place, 2, self._command(command, options))
        assert reply.messages[0].ephemeral
        return reply.messages[0]

    async def type(
        self, command: str, option: str, text: str, place: int = CHANNEL, **before: Any
    ) -> list[str]:
        """What is suggested while this is being typed."""
        data = self._command(command, before | {option: text})
        typed = data["options"][0]["options"] if data["name"] in ("quintet", "q") else data["options"]
        typed[-1]["focused"] = True
        choices = (await self._interact(place, 4, data)).choices
        assert choices is not None
        return choices

    async def press(self, action: str, message: Message | None = None, place: int = CHANNEL) -> Message:
        """Press a button under a message, by default the newest of the channel."""
        return (await self._press(action, message, place)).messages[0]

    async def choose(self, message: Message, label: str, place: int = CHANNEL) -> Message:
        """Choose from the menu under a message."""
        (menu,) = message.menus
        (value,) = [each["value"] for each in menu["options"] if each["label"] == label]
        data = {"custom_id": menu["custom_id"], "component_type": 3, "values": [value]}
        return (await self._interact(place, 3, data, message=message.data())).messages[0]

    async def fill_in(
        self,
        action: str,
        text: str,
        place: int = CHANNEL,
        message: Message | None = None,
        meanwhile: Awaitable[object] | None = None,
    ) -> str:
        """Press a button that opens a form, and send the form off; something else may happen while it is open."""
        form = (await self._press(action, message, place)).modal
        assert form is not None
        if meanwhile is not None:
            await meanwhile
        (row,) = form["components"]
        (entry,) = row["components"]
        filled = {"type": 1, "components": [{"type": 4, "custom_id": entry["custom_id"], "value": text}]}
        data = {"custom_id": form["custom_id"], "components": [filled]}
        under = {} if message is None else {"message": message.data()}
        return (await self._interact(place, 5, data, **under)).messages[0].content

    async def _press(self, action: str, message: Message | None, place: int) -> Reply:
        await until(lambda: message is not None or action in self.fake.shown(place).buttons)
        under = message or self.fake.shown(place)
        found = [
            b
            for row in under.components
            for b in row["components"]
            if action in (b.get("label"), b.get("custom_id", ":").split(":")[1])
        ]
        data = {"custom_id": found[0]["custom_id"], "component_type": 2}
        return await self._interact(place, 3, data, message=under.data())

    def _command(self, command: str, options: Json) -> Json:
        name, _, sub = command.partition(" ")
        given: list[Json] = []
        resolved: Json = {"users": {}, "members": {}}
        for key, value in options.items():
            kinds: dict[type, int] = {str: 3, bool: 5, int: 4, Person: 6}
            if isinstance(value, Person):
                resolved["users"][str(value.id)] = user(value.id, value.name)
                resolved["members"][str(value.id)] = value._member()
            sent = str(value.id) if isinstance(value, Person) else value
            given.append({"name": key, "type": kinds[type(value)], "value": sent})
        offered = {each["name"]: each for each in (*self.fake.commands, *self.fake.guild_commands)}
        if name not in offered:  # as everybody who has no short form
            name, sub = "quintet", command
        if sub:
            given = [{"name": sub, "type": 1, "options": given}]
        known = offered[name]
        place = {"guild_id": known["guild_id"]} if "guild_id" in known else {}
        return {"id": known["id"], "name": name, "type": 1, "options": given, "resolved": resolved, **place}

    def _member(self) -> Json:
        return {
            "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "nick": None, "permissions": str(self.permissions),
            "deaf": False, "mute": False, "flags": 0, "premium_since": None, "pending": False,
        }  # fmt: skip

    def _where(self, place: int) -> Json:
        """In a channel of the server, or in direct messages, where there is neither a server nor a member of it."""
        me = user(self.id, self.name)
        if place == DIRECT:
            return {"channel": {"id": str(DIRECT), "type": 1, "recipients": [me]}, "user": me, "context": 1}
        member = self._member() | {"user": me}
        return {"channel": self.fake.channels[place], "guild_id": str(GUILD), "member": member, "context": 0}

    async def _interact(self, place: int, kind: int, data: Json, **more: Any) -> Reply:
        number = self.fake.number()
        token = f"token-{number}"
        self.fake._born[token] = self.fake.clock.seconds
        await self.fake.send_event(
            "INTERACTION_CREATE",
            {
                "id": str(number), "application_id": str(APPLICATION), "type": kind, "token": token, "version": 1,
                "channel_id": str(place), "data": data, "locale": "en-US",
                "app_permissions": str(self.fake.allowed), "entitlements": [], "attachment_size_limit": 10_000_000,
                "authorizing_integration_owners": {"0": str(GUILD)}, **self._where(place), **more,
            },
        )  # fmt: skip
        reply = self.fake.replies.setdefault(token, Reply())
        await until(lambda: bool(reply.messages) or reply.choices is not None or reply.modal is not None, 240)
        return reply


@asynccontextmanager
async def fake_discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    """A Discord that discord.py's client finds instead of the real one."""
    fake = FakeDiscord()
    runner = web.AppRunner(fake.app(), shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    fake.address = f"http://{host}:{port}"
    monkeypatch.setattr(discord.http.Route, "BASE", f"{fake.address}/api")
    monkeypatch.setattr(
        discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(f"ws://{host}:{port}/gateway")
    )
    clock = asyncio.create_task(fake.clock.run())
    try:
        yield fake
    finally:
        clock.cancel()
        await asyncio.sleep(0)
        await runner.cleanup()
