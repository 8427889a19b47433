// Headers as they go over the wire: lines of a name, a colon, a blank and a value, each with its end. Imports nothing of ours.

/** Names and values in turn, as Node takes them. */
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
