"""What a search reads of the shipped parts, ready made: the first key does not wait.

To make the lines of stems of some hundred parts from all that they say, the bounds of their figures
and the words that they know takes a fifth of a second.
"""

from designer.catalog.compiled import compiled
from designer.catalog.data_files import data_folder
from designer.catalog.ends import Ends, ends_of
from designer.catalog.load import load_shipped, shipped_files
from designer.catalog.search_nearest import WordTables, word_tables
from designer.catalog.search_text import SearchText, search_text_of


def ready_to_search() -> None:
    """Give each shipped part what a search reads of it, and their catalogue its words, as kept."""
    folder, catalog = data_folder("catalogs"), load_shipped()
    parts = catalog.parts

    def read() -> tuple[tuple[SearchText, ...], tuple[Ends, ...], WordTables]:
        return tuple(map(search_text_of, parts)), tuple(map(ends_of, parts)), word_tables(parts)

    texts, ends, tables = compiled("search", folder, shipped_files(folder), read)
    for part, text, bounds in zip(parts, texts, ends, strict=True):
        part.made.setdefault(SearchText, text)
        part.made.setdefault(Ends, bounds)
    catalog.know_words(tables)
