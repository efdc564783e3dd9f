"""The compiled board of each game, under the name of its file in quintet/games/."""
