// The cells of every CSV that is written here. Spreadsheets run a cell that begins like a formula, and any filer can write such a name
// text, so an apostrophe is put before it (contract, section 10; figure 27 of the reliability design).

/** what begins a formula, also in the wide forms that spreadsheets of East Asian locales take for it */
const signs = "=+\\-@＝＋－＠﹦﹢﹣﹫";
/** what importers strip before they read a cell: quotes, blanks, invisible characters, but not the separators */
const stripped = "['\"‘’“”\\p{Z}\\p{Cf}\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]*";
/** A comma parts no cells here, as it is quoted. A semicolon, a tab or a line break does where the file is imported by it. */
const separators = ";\\t\\r\\n";
const dangerousStart = new RegExp(`^(?=${stripped}[${signs}\\t\\r\\n])`, "u");
const dangerousInside = new RegExp(`(?<=[${separators}])(?=${stripped}[${signs}])`, "gu");
const number = /^-\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** Empty is null; text that could be taken for something else is in quotes. Parts of a row are JSON text. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const written = withoutFormulas(typeof value === "string" ? value : JSON.stringify(value));
  return written === "" || /[",;\t\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}

/**
 * The text with an apostrophe before whatever a spreadsheet would run. Nothing is lost: taking one apostrophe away wherever the rest
 * would have got one gives the text back.
 */
function withoutFormulas(text: string): string {
  return number.test(text) ? text : text.replace(dangerousInside, "'").replace(dangerousStart, "'");
}
