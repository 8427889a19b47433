// Whether Redis may be asked. After a failure nobody waits for it again until it has answered a probe and heard what was
// counted without it; then, and once a second from there on, ledger and Redis are brought to agree.
import type { Ledger } from "../ledger.ts";
import type { RedisClient } from "./connect.ts";
import { answeringMasters } from "./masters.ts";
import { createPatience } from "./patience.ts";
import { inSlices, raise, settle } from "./reconcile.ts";

export interface RedisLink {
  isUp(): boolean;
  /** A command failed: nobody asks again until a probe has been answered. */
  failed(error: unknown): void;
  /** Told of every change. */
  onChange(listener: (up: boolean) => void): void;
  /** Resolves when Redis may be asked for the first time; rejects after `ms`. */
  ready(ms: number): Promise<void>;
  /** Brings the ledger up to date a last time and disconnects. */
  close(): Promise<void>;
}

export interface LinkOptions {
  client: RedisClient;
  ledger: Ledger;
  /** told of failures of the exchange with the ledger; everything is tried again */
  onError?: ((error: unknown) => void) | undefined;
}

const probeEveryMs = 250;
/** a ledger that hangs must not keep Redis from counting */
const catchUpMs = 2000;
const exchangeEveryMs = 1000;

/** Opens the link; it is down until the first probe was answered. */
export function openLink({ client, ledger, onError = () => {} }: LinkOptions): RedisLink {
  let up = false;
  let probing = false;
  /** who counted when ledger and Redis were last brought to agree */
  let masters = "";
  const listeners: ((up: boolean) => void)[] = [];

  function change(to: boolean): void {
    if (up === to) return;
    up = to;
    // whoever counts in PostgreSQL from now on has to know what was counted in Redis up to now
    if (!up) ledger.flush().catch(onError);
    for (const listener of listeners) listener(to);
  }

  const { inTime } = createPatience({ signsOfLife: !client.isCluster });

  /** Redis may have lost its last second, and has missed what was counted without it. */
  async function catchUp(): Promise<void> {
    await ledger.flush();
    await settle(client, ledger, inTime);
    await inSlices(await ledger.recent(), (account) => raise(client, account));
  }

  async function probe(): Promise<void> {
    if (up || probing) return;
    probing = true;
    try {
      masters = await answeringMasters(client);
      // without PostgreSQL nothing can be handed over, and Redis alone still counts exactly
      await within(catchUpMs, catchUp()).catch(onError);
      if (masters === (await answeringMasters(client))) change(true);
    } catch {
      // not yet: the next probe will tell
    } finally {
      probing = false;
    }
  }

  async function exchange(): Promise<void> {
    try {
      await ledger.flush();
      if (up) await settle(client, ledger, inTime);
    } catch (error) {
      onError(error);
    }
    // a replica that took over unnoticed may lack the last second
    if (up && client.isCluster && masters !== (await answeringMasters(client).catch(() => ""))) change(false);
  }

  const prober = setInterval(() => void probe(), probeEveryMs);
  const exchanger = setInterval(() => void exchange(), exchangeEveryMs);
  prober.unref();
  exchanger.unref();
  client.on("ready", () => void probe());
  client.on("close", () => change(false));
  return {
    isUp: () => up,
    failed: () => change(false),
    onChange: (listener) => void listeners.push(listener),
    async ready(ms) {
      const until = Date.now() + ms;
      while (!up) {
        if (Date.now() > until) throw new Error(`Redis did not answer within ${ms} ms`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      clearInterval(prober);
      clearInterval(exchanger);
      await within(catchUpMs, exchange()).catch(onError);
      client.disconnect();
    },
  };
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the ledger did not answer within ${ms} ms`)), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
