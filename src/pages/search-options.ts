// The search of the documentation, the same in the browser and on the server.
import MiniSearch from "minisearch";

/** A section of the documentation. */
export interface SearchEntry {
  /** address of the section */
  id: string;
  /** of its page */
  title: string;
  /** its heading; empty for the beginning of a page */
  section: string;
  /** its words, each once */
  text: string;
}

export type SearchResult = Omit<SearchEntry, "text">;

/** characters of a query */
export const maxQueryLength = 100;
const maxResults = 12;

/** Returns a function from a query to the best results, best first. */
export function openSearch(entries: SearchEntry[]): (query: string) => SearchResult[] {
  const index = new MiniSearch<SearchEntry>({
    fields: ["title", "section", "text"],
    storeFields: ["title", "section"],
    searchOptions: {
      boost: { title: 4, section: 3 },
      prefix: true,
      // typing errors in longer words only
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: "AND",
    },
  });
  index.addAll(entries);
  return (query) =>
    index
      .search(query.slice(0, maxQueryLength))
      .slice(0, maxResults)
      .map(({ id, title, section }) => ({ id: String(id), title: String(title), section: String(section) }));
}
