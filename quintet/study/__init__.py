"""Getting better: what there is to learn from games that were played. Functions over records and analyses; nobody here waits or prints."""
