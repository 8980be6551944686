"""A game written down for the group: as a page, Markdown, text or data; an unfinished one only as the chat knows it."""
