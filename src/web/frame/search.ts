// The query string of a URL as plain text: names and values as in the REST API, so that a URL can be read, shared and
// turned into an API request.

/** `?page=2&ticker=TRUE` -> `{page: "2", ticker: "TRUE"}`; the last value of a repeated name. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The inverse of parseSearch; names with an undefined or empty value are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  return query.size > 0 ? `?${query}` : "";
}
