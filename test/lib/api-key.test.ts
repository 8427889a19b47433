// The form of a key, compared with values computed elsewhere (Python's zlib.crc32 and integer arithmetic).
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generateKey, hashKey, isWellFormed } from "../../src/lib/api-key.ts";

describe("the form of a key", () => {
  it.each([
    // secret bytes, key: base62 with digits, upper case, lower case, computed in Python
    [Buffer.alloc(32, 0), "disc_live_00000000000000000000000000000000000000000001oDdZ3"],
    [Buffer.alloc(32, 255), "disc_live_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp13gbzTl"],
    [
      Buffer.from(Array.from({ length: 32 }, (_, i) => i)),
      "disc_live_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf1SfkLB",
    ],
  ])("encodes 32 bytes and their checksum", (bytes, key) => {
    expect(generateKey(() => bytes)).toBe(key);
  });

  it("is well formed for every secret, always of one length", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const key = generateKey(() => Buffer.from(bytes));
        expect(key).toMatch(/^disc_live_[0-9A-Za-z]{49}$/);
        expect(isWellFormed(key)).toBe(true);
      }),
    );
  });

  it("notices every single changed character", () => {
    const key = generateKey();
    for (let at = 0; at < key.length; at++) {
      const wrong = key[at] === "x" ? "y" : "x";
      expect(isWellFormed(key.slice(0, at) + wrong + key.slice(at + 1))).toBe(false);
    }
  });

  it.each(["", "disc_live_", "disc_test_x", "sk_live_abc"])("refuses %j", (text) => {
    expect(isWellFormed(text)).toBe(false);
  });

  it("refuses other texts whose checksum is right", () => {
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const signed = (text: string) => {
      let sum = "";
      for (let rest = crc32(text); rest > 0; rest = Math.floor(rest / 62)) sum = alphabet.charAt(rest % 62) + sum;
      return text + sum.padStart(6, "0");
    };
    const secret = "x".repeat(43);
    expect(isWellFormed(signed(`disc_live_${secret}`))).toBe(true);
    for (const text of [
      "",
      `disc_test_${secret}`,
      `disc_live_${secret}x`,
      `disc_live_${secret.slice(1)}`,
      `disc_live_${secret.slice(1)}-`,
    ])
      expect(isWellFormed(signed(text))).toBe(false);
  });

  it("refuses a key with other characters around it", () => {
    const key = generateKey();
    for (const text of [` ${key}`, `${key}\n`, `${key}0`, key.slice(0, -1), key.toUpperCase()])
      expect(isWellFormed(text)).toBe(false);
  });

  it("is never the same twice", () => {
    expect(new Set(Array.from({ length: 100 }, () => generateKey())).size).toBe(100);
  });
});

it("a key is stored as SHA-256 of the whole key", () => {
  expect(hashKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hashKey("abc")).toBe(createHash("sha256").update("abc").digest("hex"));
});
