// A key that is equal for the different titles that filers write for one security of a company.

/** `Common Stock, par value $0.01` and `COMMON STOCK` are one security. */
export function securityKey(title: string): string {
  return title
    .slice(0, 500)
    .toLowerCase()
    .replace(/[,(]?\s*(without|no|\$?[\d.]+)?\s*par value.*$/, "")
    .replace(/[^a-z0-9]+/g, "");
}
