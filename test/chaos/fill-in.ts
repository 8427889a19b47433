// Requests with a number in them, so that no response is a cached one and no row is changed twice.

/** A request whose path and body may hold `{n}`, `{member}`, `{uuid}` and `{day}`. */
export interface RequestTemplate {
  path: string;
  method?: "GET" | "HEAD" | "POST";
  headers: Record<string, string>;
  body?: string;
}

/** The id of row n of those that were inserted for a mutation (fair-share-targets.ts). */
const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A calendar day before 2024, different for each of 5,000 successive numbers. */
const dayOf = (n: number) => new Date(Date.UTC(2023, 11, 31) - (n % 5_000) * 86_400_000).toISOString().slice(0, 10);

/** `"{n}"` with its quotes becomes a number, `{n}` a text. */
const filled = (text: string, n: number) =>
  text
    .replaceAll('"{n}"', String(n))
    .replaceAll("{n}", String(n))
    .replaceAll("{member}", `Z${String(n % 1_000_000).padStart(6, "0")}`)
    .replaceAll("{uuid}", uuidOf(n))
    .replaceAll("{day}", dayOf(n));

/** Request number n. */
export function fillIn({ path, method = "GET", headers, body }: RequestTemplate, n: number) {
  return { path: filled(path, n), method, headers, ...(body !== undefined && { body: filled(body, n) }) };
}
