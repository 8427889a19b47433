// Who runs, who waits, and who does not run at all.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { takeTurns } from "../../src/graph/turns.ts";

/** Work that goes on until it is ended, and notes that it ran. */
function works(most: number) {
  const inTurn = takeTurns(most);
  const ran: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    ran,
    end: (name: string) => ends.get(name)?.(),
    begin: (name: string, { maxWaitMs = 5000, signal = new AbortController().signal } = {}) =>
      inTurn(
        () =>
          new Promise<string>((resolve) => {
            ran.push(name);
            ends.set(name, () => resolve(name));
          }),
        { maxWaitMs, signal },
      ),
  };
}

it("so many at a time, the others in their order, and a place is free again whatever became of the work", async () => {
  const { ran, begin, end } = works(2);
  const all = ["a", "b", "c", "d"].map((name) => begin(name));
  await sleep(0);
  expect(ran).toEqual(["a", "b"]);
  end("b");
  await all[1];
  await sleep(0);
  expect(ran).toEqual(["a", "b", "c"]);
  for (const name of ["a", "c"]) end(name);
  await sleep(0);
  end("d");
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
  const inTurn = takeTurns(1);
  const patience = { maxWaitMs: 5000, signal: new AbortController().signal };
  const failing = inTurn(() => Promise.reject(new Error("no")), patience);
  const next = inTurn(async () => "next", patience);
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
  expect(await inTurn(async () => "again", patience)).toBe("again");
});

it("who has left does not run, and keeps nobody from running", async () => {
  const { ran, begin, end } = works(1);
  const first = begin("first");
  const leaving = new AbortController();
  const left = begin("left", { signal: leaving.signal });
  const last = begin("last");
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  end("first");
  expect(await first).toBe("first");
  await sleep(0);
  expect(ran).toEqual(["first", "last"]);
  end("last");
  expect(await last).toBe("last");
});

it("whose turn does not come in time does not run", async () => {
  const { ran, begin, end } = works(1);
  const first = begin("first");
  await expect(begin("late", { maxWaitMs: 20 })).rejects.toMatchObject({ code: "unavailable" });
  end("first");
  await first;
  expect(ran).toEqual(["first"]);
});
