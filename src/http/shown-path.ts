// The path of a request as logs and error pages show it.
import { withoutKeys } from "../lib/key-text.ts";

/** The path without its query, decoded, with API keys masked; its end is missing if it is too long to be shown. */
export function shownPath(url: string): string {
  const [path = ""] = url.split("?", 1);
  return withoutKeys(decoded(path));
}

/** A caller may have encoded a key more than once. */
const maxDecodings = 3;
/** characters; an encoded character takes at most seven, so the decoded text is longer than what logs and pages show */
const maxReadPathLength = 4_000;

/** Decodes what can be decoded. Its cost does not grow with the length or with how often the path was encoded. */
function decoded(path: string): string {
  let text = path.slice(0, maxReadPathLength);
  for (let times = 0; times < maxDecodings && text.includes("%"); times++)
    text = text.replace(/(?:%[0-9a-f]{2})+/gi, decodedRun);
  return text;
}

function decodedRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}
