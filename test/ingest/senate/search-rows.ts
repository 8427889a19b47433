// Invented rows of the Senate's search, and the paths of their reports.

export const uuid = (n: number) => `0a1b2c3d-0000-4111-8222-${String(n).padStart(12, "0")}`;
export const reportPath = (n: number, kind = "ptr") => `/search/view/${kind}/${uuid(n)}/`;

/** The cells of a report of Ada B. Marlowe; `filed` as the site writes it, e.g. 02/20/2025. */
export const searchRow = (
  n: number,
  filed: string,
  kind = "ptr",
  title = `Periodic Transaction Report for ${filed}`,
) => [
  "Ada B",
  "Marlowe",
  "Marlowe, Ada B. (Senator)",
  `<a href="${reportPath(n, kind)}" target="_blank">${title}</a>`,
  filed,
];
