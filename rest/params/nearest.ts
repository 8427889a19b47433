// The nearest of the known names, for the message that refuses an unknown one.
import { distance } from "fastest-levenshtein";

const maxNearest = 3;

/** Names that contain the text come first, then those with the smallest edit distance. */
export function nearestNames(texts: string[], known: [key: string, names: readonly string[]][]): string[] {
  const differences = known.map(([key, names]) => ({
    names,
    difference: Math.min(...texts.map((text) => differenceOf(text, key))),
  }));
  differences.sort((a, b) => a.difference - b.difference);
  return [...new Set(differences.flatMap(({ names }) => names))].slice(0, maxNearest);
}

/** 0: equal; 1: nothing in common. Callers may omit the part of a title before its dash (`Retail-`, `Services-`). */
function differenceOf(text: string, key: string): number {
  const ofOne = (name: string) => distance(text, name) / Math.max(text.length, name.length);
  const difference = Math.min(ofOne(key), ofOne(key.slice(key.indexOf("-") + 1)));
  return text.length > 2 && key.includes(text) ? difference / 10 : difference;
}

/** Names of parameters in other APIs -> ours for the same purpose, the most usual first. */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  limit: ["pageSize"],
  size: ["pageSize"],
  count: ["pageSize"],
  take: ["pageSize"],
  perpage: ["pageSize"],
  offset: ["page"],
  start: ["page", "filedFrom"],
  skip: ["page"],
  cursor: ["page", "dataVersion"],
  symbol: ["ticker"],
  symbols: ["ticker"],
  company: ["q", "ticker", "companyCik"],
  cik: ["insiderCik", "companyCik"],
  name: ["q", "insiderName", "politician"],
  owner: ["insiderName", "insiderCik"],
  search: ["q"],
  query: ["q"],
  member: ["politician", "politicianId"],
  senator: ["politician", "politicianId"],
  representative: ["politician", "politicianId"],
  bioguideid: ["politicianId"],
  type: ["tradeType", "tradeTypes"],
  code: ["tradeTypes", "committee"],
  transactiontype: ["tradeType", "tradeTypes"],
  amount: ["minValue", "maxValue", "valueRanges"],
  since: ["filedFrom", "updatedSince"],
  from: ["filedFrom", "tradedFrom"],
  startdate: ["filedFrom", "tradedFrom"],
  datefrom: ["filedFrom", "tradedFrom"],
  until: ["filedTo"],
  to: ["filedTo", "tradedTo"],
  enddate: ["filedTo", "tradedTo"],
  dateto: ["filedTo", "tradedTo"],
  date: ["filedFrom", "filedTo", "tradedFrom"],
  orderby: ["sort", "order"],
  sortby: ["sort"],
  direction: ["order"],
};

/** The allowed parameters that a caller most likely meant by `name`: the usual names first, then similar spellings. */
export function nearestParameters(name: string, allowed: readonly string[]): string[] {
  const plain = shorten(name).toLowerCase().replaceAll(/[_-]/g, "");
  const usual = (Object.hasOwn(usualNames, plain) ? usualNames[plain] : undefined) ?? [];
  const similar = nearestNames(
    [plain],
    allowed.map((each) => [each.toLowerCase(), [each]]),
  );
  return [...new Set([...usual.filter((each) => allowed.includes(each)), ...similar])].slice(0, maxNearest);
}

/** Completes "<parameter> ..." for a name that is none of these. */
export function unknownName(text: string, names: readonly string[]): string {
  const nearest = nearestNames(
    [text.toLowerCase()],
    names.map((name) => [name.toLowerCase(), [name]]),
  );
  return `does not know "${shorten(text)}"; nearest: ${nearest.join(", ")}`;
}

/** A caller's text, shortened for an error message. */
export const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
