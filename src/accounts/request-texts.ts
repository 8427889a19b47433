// What is stored of a request's texts: its parameters as sent, shortened and without keys.
import { keyPrefix, withoutKeys } from "../lib/key-text.ts";
import type { AnsweredRequest } from "../ports/access.ts";

export const maxMessageLength = 1000;
const maxValueLength = 200;
const maxParameters = 30;
const maxUrlLength = 4000;

/** Names and values of the path and the query as sent; a repeated name has a list. */
export function parametersOf({ route, url, failure }: AnsweredRequest): Record<string, string | string[]> {
  const [path = "", ...query] = url.split("?");
  const inPath = Object.entries(failure?.path ?? pathParameters(route, path));
  const given = [...inPath, ...new URLSearchParams(query.join("?"))];
  const found = new Map<string, string | string[]>();
  for (const [sent, value] of given.slice(0, maxParameters)) {
    const [name, short] = [shown(sent), shown(value)];
    const known = found.get(name);
    found.set(name, known === undefined ? short : [known, short].flat());
  }
  return Object.fromEntries(found);
}

/** `parametersOf` for one batch, in which most requests repeat another one. */
export function rememberedParameters(): typeof parametersOf {
  const known = new Map<string, ReturnType<typeof parametersOf>>();
  return (answered) => {
    const key = `${answered.route} ${answered.url}`;
    const parameters = known.get(key) ?? parametersOf(answered);
    known.set(key, parameters);
    return parameters;
  };
}

/** The parameters of a path below a base path; none where it is not of the route. */
function pathParameters(route: string, path: string): Record<string, string> {
  const pattern = route.split("/");
  const segments = path.split("/").slice(-pattern.length + 1);
  const names = pattern.slice(1);
  const isOfRoute = names.every((name, index) => isParameter(name) || name === segments[index]);
  if (!isOfRoute) return {};
  return Object.fromEntries(
    names.flatMap((name, index) => (isParameter(name) ? [[name.slice(1, -1), segments[index] ?? ""]] : [])),
  );
}

const isParameter = (segment: string) => /^\{\w+\}$/.test(segment);

/** Most values: too short for a key without its prefix, and storable. */
const isPlain = /^[ -~]{0,39}$/;

/** The text shortened, without keys, and without characters that PostgreSQL cannot store: NUL and lone surrogates. */
export function shown(text: string, max = maxValueLength): string {
  if (isPlain.test(text) && !text.includes(keyPrefix)) return text;
  const plain = withoutKeys(text).replaceAll("\0", "\ufffd");
  return Buffer.from(plain.length > max ? `${plain.slice(0, max)}…` : plain).toString();
}

/** A long URL is copied, so that waiting to be written it does not hold the whole one in memory. */
export const withShortUrl = (answered: AnsweredRequest): AnsweredRequest =>
  answered.url.length > maxUrlLength
    ? { ...answered, url: Buffer.from(answered.url.slice(0, maxUrlLength)).toString() }
    : answered;
