"""How each game is searched: board, evaluation and algorithm put together behind `analyse`."""
