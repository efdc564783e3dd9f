"""The Discord face: any game in any channel, with slash commands and buttons.

A room shown in a channel is a room of a server like any other. The bot keeps one connection for itself, which opened
the room and shows it to everybody, and one for each player, so that a hidden move comes only before its owner's eyes.
"""
