// What is behind the ? of an address, as plain text: names and values as the REST API has them, so that an address can be read,
// shared and turned into a request.

/** `?page=2&ticker=TRUE` -> `{page: "2", ticker: "TRUE"}`; of a repeated name the last value. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The reverse; names with an undefined or empty value are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  return query.size > 0 ? `?${query}` : "";
}
