// Headers of thousands of characters: those that state preferences count as absent, and none changes what a caller gets.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startSeededService({ cacheBytes: 1_000_000 });
  key = await unlimitedKey(service);
});
afterAll(() => service.stop());

const path = "/api/v1/trades?pageSize=1";

/** `length` characters: the head, then the piece again and again */
const long = (head: string, piece: string, length: number) => (head + piece.repeat(length)).slice(0, length);

const preferences: [name: string, head: string, piece: string][] = [
  ["accept", "text/csv", ",text/csv"],
  ["accept", "image/png", ", image/png"],
  ["accept", 'a/b;c="', ',";'],
  ["accept-encoding", "gzip", ",gzip"],
  ["accept-encoding", "gzip", ", gzip"],
  ["accept-encoding", "gzip", ";q=1,gzip"],
  ["accept-language", "de", ",de;q=0.1"],
];

// the fast path reads heads of up to 4,096 bytes
test.each(preferences.flatMap((one) => [1_003, 3_000, 15_000].map((length) => [...one, length] as const)))(
  "the header %s: %s%s... counts as absent at %i characters",
  async (name, head, piece, length) => {
    const value = long(head, piece, length);
    const headers = { "accept-encoding": "identity", [name]: value };
    for (let again = 0; again < 2; again++) {
      const { status, headers: sent, body } = await service.get(path, key, { headers });
      expect([status, sent.get("content-type"), sent.get("content-encoding"), body.data.length]).toEqual([
        ...[200, "application/json; charset=utf-8", null],
        1,
      ]);
    }
    expect((await service.get(path, undefined, { headers })).status).toBe(401);
  },
);

test("headers of up to 1,000 characters are read", async () => {
  const csv = await service.get(path, key, { headers: { accept: long("text/csv", ",text/csv", 998) } });
  expect(csv.headers.get("content-type")).toContain("text/csv");
  const none = await service.get(path, key, { headers: { accept: long("image/png", ",image/png", 999) } });
  expect(none.status).toBe(406);
  const packed = { "accept-encoding": long("gzip", ",gzip", 999) };
  const large = "/api/v1/trades?pageSize=100";
  expect((await service.get(large, key, { headers: packed })).headers.get("content-encoding")).toBe("gzip");
});

test.each(['"a",', 'W/"', '"', "*,", " ,"])(
  "an If-None-Match that repeats %s matches no copy and gets 200",
  async (piece) => {
    const { headers } = await service.get(path, key);
    const tag = headers.get("etag") ?? "";
    const etags = long(piece, piece, 12_000);
    expect((await service.get(path, key, { headers: { "if-none-match": etags } })).status).toBe(200);
    const withTag = piece === '"a",' || piece === "*," ? `${etags} ${tag}` : `${tag}, ${etags}`;
    expect((await service.get(path, key, { headers: { "if-none-match": withTag } })).status).toBe(304);
  },
);
