"""The browser client: static ES modules, styles and pictures, served as they lie."""
