// Sockets to checked addresses alone: the addresses that were judged are those that are connected to, whatever the name
// resolves to at another look.
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { type AddressRules, allowedAddresses, bare, refusalOf } from "./webhook-address.ts";

/** Connects the sockets of undici's Agent. */
export function checkedConnector(rules: AddressRules, timeoutMs: number): buildConnector.connector {
  const connectors: Readonly<Record<string, buildConnector.connector>> = Object.fromEntries(
    ["http:", "https:"].map((protocol) => [
      protocol,
      buildConnector({ timeout: timeoutMs, lookup: checkedLookup(rules, protocol) } as buildConnector.BuildOptions),
    ]),
  );
  return (options, callback) => {
    const hostname = bare(options.hostname);
    const connect = connectors[options.protocol];
    // no name is looked up for an address
    const check = isIP(hostname) ? allowedAddresses(hostname, options.protocol, rules) : Promise.resolve([hostname]);
    check.then(
      (allowed) => {
        if (connect && allowed.length > 0) connect(options, callback);
        else callback(refusalOf(hostname, options.protocol), null);
      },
      (error: Error) => callback(error, null),
    );
  };
}

const checkedLookup =
  (rules: AddressRules, protocol: string): LookupFunction =>
  (hostname, { all }, callback) => {
    allowedAddresses(hostname, protocol, rules).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (!first) callback(refusalOf(hostname, protocol), "", 0);
        else if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, "", 0),
    );
  };
