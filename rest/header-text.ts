// Headers as they go over the wire: lines of a name, a colon, a blank and a value, each with its end. Imports nothing of ours.

/** Names and values in turn, as Node takes them. */
export function fieldsOf(text: string): string[] {
  return text
    .split("\r\n")
    .slice(0, -1)
    .flatMap((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
}
