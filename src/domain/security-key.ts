// A key that is equal for the different titles that filers write for one security of a company.
/** characters of a title that are read; titles are not longer */
const maxLength = 500;
const money = String.raw`(?:\$|usd|nis|chf|eur)? ?[\d.,/-]+`;
/** `, par value $0.01 per share`, `, $.01 par value`, `without par value`, `(no par)`: they say nothing of the security */
// linear time: titles are cut at maxLength characters
const parValue = new RegExp(
  String.raw`[,(]? ?(?:(?:with|without|no|of) )?(?:${money} )?\bpar\b(?: value)?(?: (?:of )?${money})?(?: (?:per (?:common |ordinary )?share|each))?\)?`,
  "g",
);
/** `("Common Stock")`: the form's own name for the security */
const definedTerm = /\( ?(?:the )?["“”'][^()]{0,100}["“”'] ?\)/g;

/**
 * `Common Stock, par value $0.01` and `COMMON STOCK` are one security; `Common Stock, par value $0.01 (RSUs)` is another.
 */
export function securityKey(title: string): string {
  return title
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(definedTerm, "")
    .replace(parValue, "")
    .replace(/[^a-z0-9]+/g, "");
}
