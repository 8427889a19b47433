// Questions with a number in them, so that no response is a cached one and no row is changed twice.

/** A request; path and body may hold `{n}`, `{member}`, `{uuid}` and `{day}`. */
export interface Asked {
  path: string;
  method?: "GET" | "HEAD" | "POST";
  headers: Record<string, string>;
  body?: string;
}

/** The id of the row number n that was made for a mutation (test/chaos/fair-share-targets.ts). */
const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A calendar day of the years before 2024, another one for each of 5,000 numbers. */
const dayOf = (n: number) => new Date(Date.UTC(2023, 11, 31) - (n % 5_000) * 86_400_000).toISOString().slice(0, 10);

/** `"{n}"` with its quotes becomes a number, `{n}` a text. */
const filled = (text: string, n: number) =>
  text
    .replaceAll('"{n}"', String(n))
    .replaceAll("{n}", String(n))
    .replaceAll("{member}", `Z${String(n % 1_000_000).padStart(6, "0")}`)
    .replaceAll("{uuid}", uuidOf(n))
    .replaceAll("{day}", dayOf(n));

/** The request number n. */
export function fillIn({ path, method = "GET", headers, body }: Asked, n: number) {
  return { path: filled(path, n), method, headers, ...(body !== undefined && { body: filled(body, n) }) };
}
