// The address of the caller, behind proxies that are trusted or not.
import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { clientAddress, normaliseAddress } from "../../src/http/client-address.ts";

test.each([
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["192.0.2.1", "192.0.2.1"],
  ["2001:DB8:0:0::1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["1.2.3", null],
  ["0x7f.1", null],
  ["::192.0.2.1", "::c000:201"],
  ["::ffff:0:192.0.2.1", "::ffff:0:c000:201"],
  ["64:ff9b::192.0.2.1", "64:ff9b::c000:201"],
  ["::ffff:0192.0.2.1", null],
  ["192.0.2.01", null],
  ["192.0.2.1%eth0", null],
  ["::ffff:192.0.2.1%eth0", null],
  ["2001:db8::1%eth0", null],
  [" 192.0.2.1", null],
  ["unknown", null],
  ["", null],
])("the address %s is normalised to %s", (text, address) => {
  expect(normaliseAddress(text)).toBe(address);
});

describe("without a trusted proxy", () => {
  const of = clientAddress([]);
  test("the header is ignored", () => {
    expect(of("::ffff:198.51.100.1", "203.0.113.9")).toBe("198.51.100.1");
  });
});

describe("behind proxies", () => {
  const of = clientAddress(["loopback", "10.0.0.0/8", "2001:db8:1::/48"]);
  test.each([
    ["127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["::1", "203.0.113.9", "203.0.113.9"],
    ["::ffff:10.1.2.3", "203.0.113.9", "203.0.113.9"],
    // the rightmost that no trusted proxy has; entries left of it are the caller's own claim
    ["127.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.7", "203.0.113.9"],
    ["127.0.0.1", "10.0.0.8, 10.0.0.7", "10.0.0.8"],
    ["127.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
    ["127.0.0.1", "[2001:db8:2::5]:4711", "2001:db8:2::5"],
    ["127.0.0.1", "2001:db8:2::5, 2001:db8:1::9", "2001:db8:2::5"],
    // neither the proxy nor an address further left replaces a caller's address that cannot be read
    ["127.0.0.1", "203.0.113.9, unknown", "0.0.0.0"],
    ["127.0.0.1", "203.0.113.9, ", "0.0.0.0"],
    ["127.0.0.1", "::203.0.113.9", "::cb00:7109"],
    ["127.0.0.1", "[2001:db8:2::5]", "2001:db8:2::5"],
    ["127.0.0.1", "[203.0.113.9]:80", "0.0.0.0"],
    ["127.0.0.1", "", "127.0.0.1"],
    ["127.0.0.1", ",", "0.0.0.0"],
    ["127.0.0.1", ",203.0.113.9", "203.0.113.9"],
    // a longer chain of proxies than any network has
    ["127.0.0.1", `203.0.113.9${",10.0.0.7".repeat(29)}`, "203.0.113.9"],
    ["127.0.0.1", `203.0.113.9${",10.0.0.7".repeat(30)}`, "0.0.0.0"],
    ["198.51.100.1", "203.0.113.9", "198.51.100.1"],
  ])("the socket %s and the header %s give the address %s", (socket, forwarded, address) => {
    expect(of(socket, forwarded)).toBe(address);
  });

  test("a long malformed header gives no address", () => {
    expect(of("127.0.0.1", `${"[".repeat(5)}${":".repeat(50_000)}`)).toBe("0.0.0.0");
  });
});

test("an address that cannot be read is never that of a trusted proxy", () => {
  expect(clientAddress(["0.0.0.0/8", "192.0.0.0/8"])("192.0.2.1", "203.0.113.9, unknown")).toBe("0.0.0.0");
});

test("an invalid entry of TRUST_PROXY is a usage error", () => {
  expect(() => clientAddress(["proxy.local"])).toThrow(UsageError);
  expect(() => clientAddress(["10.0.0.0/99"])).toThrow(/TRUST_PROXY/);
  expect(() => clientAddress(["10.1"])).toThrow(/TRUST_PROXY/);
});
