// Headers as they go over the wire: lines of name, colon, space and value, each with its line break. Imports nothing of
// this project.

/** Alternating names and values, as Node accepts them. */
export function fieldsOf(text: string): string[] {
  const fields: string[] = [];
  for (let at = 0; at < text.length; ) {
    const colon = text.indexOf(": ", at);
    const end = text.indexOf("\r\n", colon);
    fields.push(text.slice(at, colon), text.slice(colon + 2, end));
    at = end + 2;
  }
  return fields;
}
