// A caller that sends as many requests as it can, in a process of its own. After `start` it sends its request over all connections
// as fast as responses come, after `stop` no more, and on `end` it returns how often it received each status. It has a
// lower priority than the service and the caller who is measured: an attacker elsewhere would not compete with them for
// processors, and this one still keeps all its connections busy.
import { getPriority, setPriority } from "node:os";
import { Pool } from "undici";
import { fillIn, type RequestTemplate } from "./fill-in.ts";

/** A message of the test: the first one configures the attacker. Each but `start` is replied to. */
export type AttackerCommand = Configuration | "start" | "stop" | "end";

interface Configuration {
  template: RequestTemplate;
  /** the number before that of the first request */
  first: number;
  connections: number;
}

type Statuses = Record<number, number>;

const { base }: { base: string } = JSON.parse(process.argv[2] ?? "{}");
setPriority(Math.min(19, getPriority() + 10));

class Attack {
  readonly #pool: Pool;
  readonly #connections: number;
  readonly #statuses: Statuses = {};
  readonly #template: RequestTemplate;
  #number: number;
  #isRunning = false;
  #clients: Promise<unknown> = Promise.resolve();

  constructor({ template, first, connections }: Configuration) {
    this.#pool = new Pool(base, { connections, pipelining: 1 });
    this.#connections = connections;
    this.#template = template;
    this.#number = first;
  }

  start(): void {
    this.#isRunning = true;
    this.#clients = Promise.all(Array.from({ length: this.#connections }, () => this.#sendRequests()));
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#clients;
  }

  async end(): Promise<Statuses> {
    await this.stop();
    await this.#pool.destroy();
    return this.#statuses;
  }

  async #sendRequests(): Promise<void> {
    while (this.#isRunning) {
      const status = await this.#send();
      this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    }
  }

  async #send(): Promise<number> {
    try {
      const { statusCode, body } = await this.#pool.request(fillIn(this.#template, ++this.#number));
      for await (const _ of body);
      return statusCode;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return 0;
    }
  }
}

let attack: Attack | undefined;
process.on("message", async (command: AttackerCommand) => {
  if (command === "start") return attack?.start();
  if (typeof command === "object") attack = new Attack(command);
  else if (command === "stop") await attack?.stop();
  process.send?.((command === "end" && (await attack?.end())) || "done");
});
