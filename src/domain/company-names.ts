// Compares an asset as a member of Congress discloses it with the names of a company. A symbol alone does not name a
// company: Sprint and SentinelOne both bore S.

/** Words that do not tell one company from another. */
const common = new Set(
  `a ab adr adrs ads ag and asa b beneficial c cap capital class cl cmn co com common companies company corp corporation
  de del depositary depository each etf fund funds gmbh group grp hldg hldgs holding holdings i ii iii inc incorporated
  interest international intl limited llc lp ltd mbh nasdaq new no npv nv nyse of one ord ordinary oyj p par plc public
  reg registered reit representing sa se series sh share shares shs spa spon sponsored stk stock the tr trust units usd
  value voting`.split(/\s+/),
);
/** First words that many companies share; two names need more in common. */
const frequent = new Set(
  `advanced american applied atlantic bank canadian central china eastern energy federal financial first general global
  great health income index investment liberty management market markets medical national northern pacific partners
  resources services solutions southern standard systems technologies technology texas united universal western world`.split(
    /\s+/,
  ),
);

/** Longer texts are descriptions; the name is at their beginning. */
const maxLength = 300;

function tokensOf(text: string): string[] {
  return text
    .slice(0, maxLength)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("&amp;", "&")
    .replace(/ ?\/[a-z ]{2,12}\/? *$/, "")
    .replace(/\b(?:p\.l\.c|n\.v|s\.a|l\.p|a\.g|s\.e)\b\.?/g, "")
    .replace(/['’]/g, "")
    .replaceAll("&", " and ")
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

interface ComparableName {
  tokens: string[];
  /** without common words; all, if there are no others */
  core: string[];
}

function comparable(text: string): ComparableName {
  const tokens = tokensOf(text);
  const core = tokens.filter((token) => !common.has(token) || token.length === 1);
  const telling = core.filter((token) => token.length > 1);
  return { tokens, core: telling.length > 0 || core.length > 1 ? core : tokens };
}

/** The parts of an asset's text that may name the company: an exchange names two. */
const partsOf = (asset: string): string[] =>
  asset
    .slice(0, maxLength)
    .split(/\((?:exchanged|received)\)/i)
    .filter((part) => part.trim() !== "");

/**
 * True if the text of a disclosed asset names this company. `symbol` is the one that both have: words that only show
 * it again count little, and a likeness that would be too little between any two companies is enough between two
 * bearers of one symbol. Pure.
 */
export function namesCompany(asset: string, symbol: string, company: string): boolean {
  const name = comparable(company);
  return partsOf(asset).some((part) => areAlike(comparable(withoutSymbol(part, symbol)), name, symbol.toLowerCase()));
}

/** `ACN - Accenture plc` and `SO-SO-Southern Company` without the symbol before the name. */
function withoutSymbol(text: string, symbol: string): string {
  let rest = text.trim();
  while (rest.startsWith(symbol) && /^\s*[-:\u2010-\u2015]/.test(rest.slice(symbol.length)))
    rest = rest.slice(symbol.length).replace(/^[\s:\u2010-\u2015-]+/, "");
  return rest;
}

function areAlike(asset: ComparableName, company: ComparableName, symbol: string): boolean {
  const [a, b] = [asset.core, company.core];
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const [first] = shorter;
  if (first === undefined) return false;
  if (shorter.every((token, index) => token === longer[index])) return true;
  if (shorter.length > 1 && shorter.every((token) => longer.includes(token))) return true;
  const [squeezed, other] = [a.join(""), b.join("")];
  const length = Math.min(squeezed.length, other.length);
  if (length >= 3 && squeezed.slice(0, length) === other.slice(0, length)) return true;
  // `CVS Caremark` and `CVS Health`, `PowerShares QQQ` and `Invesco QQQ`: the symbol is a word of both names
  if (a.includes(symbol) && b.includes(symbol)) return true;
  if (a.filter((token) => token.length > 1 && !frequent.has(token) && b.includes(token)).length > 1) return true;
  // `GE Aerospace` and `General Electric`
  if (
    a[0] === symbol &&
    b.length > 1 &&
    b
      .map(([initial]) => initial)
      .join("")
      .startsWith(symbol)
  )
    return true;
  const same = a.findIndex((token, index) => token !== b[index]);
  return same > 1 || (same === 1 && first.length > 4 && !frequent.has(first));
}

/** A symbol in an asset's text, in our spelling, and the text without it. */
export interface SymbolInName {
  symbol: string;
  name: string;
}

const symbolForm = "([A-Z][A-Z0-9]{0,5}(?:[./][A-Z]{1,2})?)";
const forms: { form: RegExp; symbol: number; name: number }[] = [
  // `ACN - Accenture plc`, `AAPL-Apple Inc.`, `BP: BP p.l.c.`
  { form: new RegExp(`^${symbolForm} ?[-:\\u2010-\\u2015] ?(\\S.*)$`), symbol: 1, name: 2 },
  // `(ACN) Accenture plc`
  { form: new RegExp(`^\\((?:[A-Z]+ ?: ?)?${symbolForm}\\) ?(\\S.*)$`), symbol: 1, name: 2 },
  // `Accenture plc (NYSE: ACN) Class A`
  { form: new RegExp(`^([^(]+)\\((?:[A-Z]+ ?: ?)?${symbolForm}\\)`), symbol: 2, name: 1 },
  // `Accenture plc - ACN`, `Accenture plc NYSE: ACN`
  // linear time: texts are at most maxLength characters
  { form: new RegExp(`^(.+) ?(?:[-\\u2010-\\u2015]|[A-Z]+:) ?${symbolForm}$`), symbol: 2, name: 1 },
  // `CHL China Mobile Ltd`, `Affiliated Managers Group AMG`
  { form: new RegExp(`^${symbolForm} (\\S.*)$`), symbol: 1, name: 2 },
  { form: new RegExp(`^(.+) ${symbolForm}$`), symbol: 2, name: 1 },
];

/**
 * The symbols that the text of an asset may contain, the most certain form first. Whether one is a symbol at all is
 * decided by the name beside it (namesCompany). Pure.
 */
export function symbolsInName(asset: string): SymbolInName[] {
  const text = asset.replaceAll(/\s+/g, " ").trim();
  if (text.length > maxLength) return [];
  const found = forms.flatMap(({ form, symbol, name }): SymbolInName[] => {
    const match = form.exec(text);
    const [written, beside] = [match?.[symbol], match?.[name]];
    return written && beside ? [{ symbol: written.replace("/", "."), name: beside }] : [];
  });
  return found.filter(({ symbol }, index) => found.findIndex((other) => other.symbol === symbol) === index);
}
