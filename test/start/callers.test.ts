// Which caller's share of the process a request uses: that of an account or of an address.
import { describe, expect, it } from "vitest";
import type { People } from "../../src/accounts/people/people.ts";
import type { SignedIn } from "../../src/accounts/people/sessions.ts";
import { createFairShare } from "../../src/queue/fair-share.ts";
import { createCallers, sharedPeople } from "../../src/start/callers.ts";

const address = "198.51.100.1";
const someone: SignedIn = { userId: "u1", email: "a@example.test", role: "user", accountId: "account-1" };

/** A key is its own name; `good` is remembered for one account. */
const callers = () =>
  createCallers({
    keyNameIn: (authorization) => authorization?.replace("Bearer ", ""),
    remembered: (name) => (name === "good" ? ({ accountId: "account-1" } as never) : undefined),
  });

describe("a request uses the share", () => {
  it.each([
    ["of its address without a key or session", { address }, `address ${address}`],
    ["of its address with a key that is not known", { address, authorization: "Bearer bad" }, `address ${address}`],
    ["of the account of its key", { address, authorization: "Bearer good" }, "account-1"],
    [
      "of its address with a session that is not known",
      { address, cookie: "disclosed_session=made-up" },
      `address ${address}`,
    ],
    ["of the account of its session", { address, cookie: "x=1; __Host-disclosed_session=known" }, "account-1"],
  ])("%s", (_what, request, name) => {
    const known = callers();
    known.learn("__Host-disclosed_session=known", someone);
    expect(known.of(request)).toBe(name);
  });

  it("of an administrator without an account under the name of the audit log", () => {
    const known = callers();
    known.learn("disclosed_session=known", { ...someone, role: "admin", accountId: null });
    expect(known.of({ address, cookie: "disclosed_session=known" })).toBe("user:u1");
  });

  it("of its address again when its session has ended", () => {
    const known = callers();
    known.learn("disclosed_session=known", someone);
    known.learn("disclosed_session=known", null);
    expect(known.of({ address, cookie: "disclosed_session=known" })).toBe(`address ${address}`);
  });
});

it("made-up sessions of one address are looked up within its share, while another address is looked up too", async () => {
  const lookedUp: string[] = [];
  const ends: (() => void)[] = [];
  const people = {
    signedIn: ({ cookie }: { cookie: string }) => {
      lookedUp.push(cookie);
      return new Promise<null>((resolve) => ends.push(() => resolve(null)));
    },
  } as unknown as People;
  const share = createFairShare({ slots: 8, maxWaitMs: 60_000 });
  const shared = sharedPeople(people, share, callers());
  const visitor = (from: string, name: string) => ({
    address: from,
    secure: false,
    cookie: `disclosed_session=${name}`,
  });
  const all = Array.from({ length: 20 }, (_, number) => shared.signedIn(visitor(address, `made-up-${number}`)));
  all.push(shared.signedIn(visitor("203.0.113.1", "other")));
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(lookedUp).toEqual([0, 1, 2, 3].map((n) => `disclosed_session=made-up-${n}`).concat("disclosed_session=other"));
  for (let at = 0; at < all.length; at++) {
    ends[at]?.();
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(all)).toEqual(all.map(() => null));
});
