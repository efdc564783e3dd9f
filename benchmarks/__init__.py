"""Measurements, each beside what it is compared with, in one run. Results are in results.md."""
