"""Making the knowledge that is shipped: run as modules, never imported by the engine."""
