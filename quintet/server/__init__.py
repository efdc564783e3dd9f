"""The server: rooms over WebSockets, pages and data over HTTP. The only package that listens. Start with room.py."""
