"""One voice: what is told and marked of a game and a table, for people. Every face says what is said here.

Nothing here knows a game by name, time, sockets or pixels; sentences are made from the contract and from what a guest may
see of a table.
"""
