// Addresses as they may be repeated in messages, which are stored and shown: some providers want an operator's key in them.

const keyNames = /^(api_?key|key|token)$/i;

/** The address with the values of keys left out. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (keyNames.test(name)) url.searchParams.set(name, "...");
  return url.href;
}
