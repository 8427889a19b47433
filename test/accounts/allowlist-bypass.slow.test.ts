// Nothing bypasses an allowlist: 10,000 random cases (addresses in every spelling, trusted and untrusted proxies, chains,
// ports) are compared with arithmetic on integers; then over HTTP, from several addresses of the loopback network.
import { request } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAllowed, parseAllowlist } from "../../src/accounts/authenticate.ts";
import { clientAddress } from "../../src/http/client-address.ts";
import { anyAddress, anyBlock, blockSpellingOf, callerOf, covers, near, spellingOf } from "../support/addresses.ts";
import { type Service, startService } from "../support/service.ts";

const tries = 10_000;
const seed = Number(process.env.FUZZ_SEED ?? 12);

/** Values of X-Forwarded-For that are no address, or an unusual form of one. */
const nonsense = fc.constantFrom(
  "unknown",
  "_hidden",
  "",
  "127.1",
  "0x7f000001",
  "2130706433",
  "1.2.3.4.5",
  "::g",
  "[::1",
  "1.2.3.4:x",
  "0177.0.0.1",
  "010.0.0.1",
  "1.2.3.4%eth0",
  "::ffff:1.2.3.4%1",
  "[1.2.3.4]",
  '"1.2.3.4"',
  "for=1.2.3.4",
  "1.2.3.4/32",
  "1.2.3.4.",
  "1.2.3.256",
  "\u00a01.2.3.4",
  "[::1]:x",
  "[[::1]]",
);

/** TRUST_PROXY does not accept a block so large that it contains the addresses of callers. */
const proxyBlock = anyBlock.filter(({ bits, length }) => length >= (bits === 32 ? 8 : 7));

const scene = fc
  .record({
    listed: fc.array(anyBlock, { minLength: 1, maxLength: 3 }),
    trusted: fc.array(proxyBlock, { maxLength: 3 }),
  })
  .chain(({ listed, trusted }) => {
    const address = fc.oneof(anyAddress, ...[...listed, ...trusted].map(near));
    const hop = fc.oneof(
      { weight: 9, arbitrary: address.chain((one) => hopText(one).map((text) => ({ one, text }))) },
      { weight: 1, arbitrary: nonsense.map((text) => ({ one: null, text })) },
    );
    return fc.record({
      listed: fc.constant(listed),
      trusted: fc.constant(trusted),
      list: fc.tuple(...listed.map(blockSpellingOf)),
      proxies: fc.tuple(...trusted.map(blockSpellingOf)),
      socket: address.chain((one) => spellingOf(one).map((text) => ({ one, text }))),
      hops: fc.array(hop, { maxLength: 4 }),
    });
  });

/** An address as proxies write it: bare, or with a port. */
function hopText(one: { value: bigint; bits: 32 | 128 }): fc.Arbitrary<string> {
  return fc.tuple(spellingOf(one), fc.constantFrom("bare", "port")).map(([text, form]) => {
    if (form === "bare") return text;
    return text.includes(":") ? `[${text}]:4711` : `${text}:4711`;
  });
}

it(`none of ${tries} tries bypasses an allowlist`, () => {
  let allowed = 0;
  let refused = 0;
  fc.assert(
    fc.property(scene, ({ listed, trusted, list, proxies, socket, hops }) => {
      const forwarded = hops.map(({ text }) => text).join(", ");
      const address = clientAddress(proxies)(socket.text, forwarded);
      const caller = callerOf(
        socket.one,
        hops.map(({ one }) => one),
        trusted,
      );
      // 0.0.0.0 is the source of no packet, and means an address that cannot be read
      const isReadable = caller !== null && !(caller.bits === 32 && caller.value === 0n);
      const isListed = isReadable && listed.some((block) => covers(block, caller));
      if (isListed) allowed++;
      else refused++;
      expect(isAllowed(address, parseAllowlist(list))).toBe(isListed);
    }),
    { numRuns: tries, seed },
  );
  // both happen often, or the comparison proves little
  expect(allowed).toBeGreaterThan(tries / 20);
  expect(refused).toBeGreaterThan(tries / 20);
  process.stderr.write(`allowlists: ${tries} tries (${allowed} allowed, ${refused} refused), 0 bypasses\n`);
});

describe.each([
  ["without a trusted proxy", [] as string[]],
  ["behind a trusted proxy at 127.0.0.9", ["127.0.0.9"]],
])("a service %s", (_, trustProxy) => {
  let service: Service;
  let key: string;
  beforeAll(async () => {
    service = await startService({
      trustProxy,
      execute: () => async () => ({
        data: { symbols: { total: 0, nodes: [] } },
        dataVersion: "1",
        asOf: "2024-07-01T00:00:00Z",
        sample: false,
      }),
    });
    ({ key } = await service.newKey("max", { allowlist: ["127.0.0.2", "203.0.113.0/24"] }));
  });
  afterAll(() => service.stop());

  function status(localAddress: string, headers: Record<string, string | string[]>): Promise<number> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${service.base}/api/v1/symbols?q=ab`,
        { localAddress, headers: { authorization: `Bearer ${key}`, ...headers } },
        (response) => {
          response.resume();
          response.on("end", () => resolve(response.statusCode ?? 0));
        },
      );
      outgoing.on("error", reject);
      outgoing.end();
    });
  }

  const isProxied = trustProxy.length > 0;
  type Case = [from: string, headers: Record<string, string | string[]>, allowed: boolean];
  const cases: Case[] = [
    ["127.0.0.2", {}, true],
    ["127.0.0.3", {}, false],
    // a caller that is not a trusted proxy cannot state another address
    ["127.0.0.3", { "x-forwarded-for": "127.0.0.2" }, false],
    ["127.0.0.3", { "x-forwarded-for": "203.0.113.7" }, false],
    ["127.0.0.3", { "x-forwarded-for": ["127.0.0.2", "203.0.113.7"] }, false],
    ["127.0.0.3", { "x-real-ip": "127.0.0.2", "x-client-ip": "127.0.0.2", "true-client-ip": "127.0.0.2" }, false],
    ["127.0.0.3", { forwarded: "for=127.0.0.2", "cf-connecting-ip": "127.0.0.2", host: "127.0.0.2" }, false],
    ["127.0.0.2", { "x-forwarded-for": "198.51.100.1" }, true],
    // only the entry that the proxy added counts: the caller wrote the entries left of it
    ["127.0.0.9", { "x-forwarded-for": "203.0.113.7" }, isProxied],
    ["127.0.0.9", { "x-forwarded-for": "::ffff:203.0.113.7" }, isProxied],
    ["127.0.0.9", { "x-forwarded-for": "203.0.113.7:4711" }, isProxied],
    ["127.0.0.9", { "x-forwarded-for": "203.0.113.7, 198.51.100.1" }, false],
    ["127.0.0.9", { "x-forwarded-for": ["203.0.113.7", "198.51.100.1"] }, false],
    ["127.0.0.9", { "x-forwarded-for": "198.51.100.1, 203.0.113.7" }, isProxied],
    ["127.0.0.9", { "x-forwarded-for": "203.0.113.7, unknown" }, false],
    ["127.0.0.9", {}, false],
    // IPv6 addresses that contain an allowed IPv4 address but are other addresses
    ...[
      "::203.0.113.7",
      "::cb00:7107",
      "::ffff:0:203.0.113.7",
      "64:ff9b::203.0.113.7",
      "2002:cb00:7107::",
      "[::203.0.113.7]:443",
    ].map((hop): Case => ["127.0.0.9", { "x-forwarded-for": hop }, false]),
    // forms that parsers read differently
    ...[
      "203.0.113.07",
      "0xcb.0.113.7",
      "3405803783",
      "203.0.28935",
      '"203.0.113.7"',
      "[203.0.113.7]",
      "203.0.113.7%1",
      "203.0.113.7:",
      "203.0.113.7,",
      " ,",
    ].map((hop): Case => ["127.0.0.9", { "x-forwarded-for": hop }, false]),
    ["127.0.0.9", { "x-forwarded-for": `${"203.0.113.7,".repeat(1000)}198.51.100.1` }, false],
    ["127.0.0.9", { "x-forwarded-for": `198.51.100.1${",127.0.0.9".repeat(1000)},203.0.113.7` }, isProxied],
    ["127.0.0.9", { "x-forwarded-for": "198.51.100.1", forwarded: "for=203.0.113.7" }, false],
  ];
  it.each(cases)("allows a request from %s with %j: %s", async (from, headers, allowed) => {
    expect(await status(from, headers)).toBe(allowed ? 200 : 403);
  });
});
