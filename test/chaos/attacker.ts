// One caller who does their worst, in a process of their own: they receive a request, send it many times concurrently after
// `go` and none after `rest`, and report at `end` how often each status was answered. They have a lower priority
// than the service and the caller who is measured: a caller elsewhere takes no processor from them, and this one still has all its
// requests under way.
import { getPriority, setPriority } from "node:os";
import { Pool } from "undici";
import { type Asked, fillIn } from "./fill-in.ts";

/** What the test sends; each word but `go` is answered with a message. */
export type Told = { request: Asked; first: number; connections: number } | "go" | "rest" | "end";
type Statuses = Record<number, number>;

const given: { base: string } = JSON.parse(process.argv[2] ?? "{}");
setPriority(Math.min(19, getPriority() + 10));

class Attack {
  readonly #pool: Pool;
  readonly #connections: number;
  readonly #statuses: Statuses = {};
  readonly #request: Asked;
  #number: number;
  #goes = false;
  #callers: Promise<unknown> = Promise.resolve();

  constructor({ request, first, connections }: { request: Asked; first: number; connections: number }) {
    this.#pool = new Pool(given.base, { connections, pipelining: 1 });
    this.#connections = connections;
    this.#request = request;
    this.#number = first;
  }

  go(): void {
    this.#goes = true;
    this.#callers = Promise.all(Array.from({ length: this.#connections }, () => this.#call()));
  }

  async rest(): Promise<void> {
    this.#goes = false;
    await this.#callers;
  }

  async end(): Promise<Statuses> {
    await this.rest();
    await this.#pool.destroy();
    return this.#statuses;
  }

  async #call(): Promise<void> {
    while (this.#goes) {
      const status = await this.#ask();
      this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    }
  }

  async #ask(): Promise<number> {
    try {
      const { statusCode, body } = await this.#pool.request(fillIn(this.#request, ++this.#number));
      for await (const _ of body);
      return statusCode;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return 0;
    }
  }
}

let attack: Attack | undefined;
process.on("message", async (told: Told) => {
  if (told === "go") return attack?.go();
  if (typeof told === "object") attack = new Attack(told);
  else if (told === "rest") await attack?.rest();
  process.send?.((told === "end" && (await attack?.end())) || "done");
});
