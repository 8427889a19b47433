// What an operator may write into an allowlist, and which addresses it allows.
import { describe, expect, it } from "vitest";
import { isAllowed, parseAllowlist } from "../../src/accounts/authenticate.ts";
import { UsageError } from "../../src/errors.ts";

describe("an allowlist", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    [" 192.0.2.7 ", "192.0.2.7"],
    ["192.0.2.7/32", "192.0.2.7"],
    ["192.0.2.7/24", "192.0.2.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8:0:0::1", "2001:db8::1"],
    ["2001:db8:ffff::1/32", "2001:db8::/32"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7/120", "192.0.2.0/24"],
    ["::192.0.2.7", "::c000:207"],
    ["::192.0.2.7/120", "::c000:200/120"],
  ])("stores %s as %s", (entry, stored) => {
    expect(parseAllowlist([entry])).toEqual([stored]);
  });

  it.each([
    "",
    "10.0.0.300",
    "10.0.0",
    "10.1",
    "0x7f.0.0.1",
    "127.1/8",
    "10.0.0.0/33",
    "2001:db8::/129",
    "example.com",
    "10.0.0.0/",
    "fe80::1%eth0",
    "010.0.0.1",
    "::ffff:0300.0.2.7",
    "10.0.0.0/08",
    "10.0.0.0/8/8",
    '"10.0.0.1"',
  ])("refuses %j and names it", (entry) => {
    expect(() => parseAllowlist([entry])).toThrow(UsageError);
    expect(() => parseAllowlist([entry])).toThrow(`"${entry}"`);
  });
});

describe("isAllowed", () => {
  it.each([
    ["192.0.2.7", ["192.0.2.7"], true],
    ["192.0.2.8", ["192.0.2.7"], false],
    ["192.0.2.255", ["198.51.100.0/24", "192.0.2.0/24"], true],
    ["192.0.3.0", ["192.0.2.0/24"], false],
    ["::ffff:192.0.2.7", ["192.0.2.0/24"], true],
    ["::ffff:c000:207", ["192.0.2.0/24"], true],
    ["2001:db8:1::5", ["2001:db8::/32"], true],
    ["2001:db9::5", ["2001:db8::/32"], false],
    ["2001:db8::1", ["0.0.0.0/0"], false],
    ["192.0.2.7", ["::/0"], false],
    ["::1", ["127.0.0.1"], false],
    ["fe80::1%eth0", ["fe80::/10"], true],
    ["unknown", ["0.0.0.0/0", "::/0"], false],
    ["", ["0.0.0.0/0"], false],
    ["0.0.0.0", ["0.0.0.0/0"], false],
    ["::192.0.2.7", ["192.0.2.7"], false],
    ["::192.0.2.7", ["::192.0.2.7"], true],
    ["192.0.2.7", ["::192.0.2.7"], false],
    ["2002:c000:207::", ["192.0.2.7"], false],
    ["64:ff9b::c000:207", ["192.0.2.7"], false],
  ])("returns for %s and the allowlist %j: %s", (address, allowlist, allowed) => {
    expect(isAllowed(address, allowlist)).toBe(allowed);
  });

  it("returns true for every address if the allowlist is empty", () => {
    expect(isAllowed("192.0.2.7", [])).toBe(true);
  });
});
