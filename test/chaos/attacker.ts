// One caller who does their worst, in a process of their own: so many requests at a time while they are told to `go`, none while
// they are told to `rest`, and in the end how often each status was answered. It has a lower priority than the service and the caller
// who is measured: a caller elsewhere takes no processor from them, and this one still has all its requests under way.
import { getPriority, setPriority } from "node:os";
import { Pool } from "undici";
import { type Asked, fillIn } from "./fill-in.ts";

const given: { base: string; connections: number; asked: Asked; first: number } = JSON.parse(process.argv[2] ?? "{}");
setPriority(Math.min(19, getPriority() + 10));
const pool = new Pool(given.base, { connections: given.connections, pipelining: 1 });
const statuses: Record<number, number> = {};
const state = { goes: false };
let n = given.first;

async function ask(): Promise<number> {
  try {
    const { statusCode, body } = await pool.request(fillIn(given.asked, ++n));
    await body.dump();
    return statusCode;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return 0;
  }
}

async function caller(): Promise<void> {
  while (state.goes) {
    const status = await ask();
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

let callers: Promise<unknown> = Promise.resolve();
process.on("message", (told) => {
  state.goes = told === "go";
  if (state.goes) callers = Promise.all(Array.from({ length: given.connections }, caller));
  else if (told === "rest") void callers.then(() => process.send?.("rests"));
  else
    void callers.then(async () => {
      await pool.destroy();
      process.send?.(statuses);
      process.disconnect();
    });
});
