// URLs in a form for messages, which are stored and shown: some providers require the operator's API key in the URL.

const keyNames = /^(api_?key|key|token)$/i;

/** The URL with the values of key parameters removed. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (keyNames.test(name)) url.searchParams.set(name, "...");
  return url.href;
}
