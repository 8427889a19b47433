"""The models: the request of each, and the columns of its rows."""
