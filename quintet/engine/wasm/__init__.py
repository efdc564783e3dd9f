"""The same engine for a browser: each game's one compiled function as a WebAssembly module, made with Numba and llvmlite alone."""
