// Which caller a request counts for in the fair share of the process (src/queue/fair-share.ts): its account, by API key
// or session, as soon as that is known without a query; until then, or without an account, the address that it came
// from. Requests of people without an API key take turns too: session look-ups and page rendering.
import { LRUCache } from "lru-cache";
import type { Access } from "../accounts/access.ts";
import type { People } from "../accounts/people/people.ts";
import type { SignedIn } from "../accounts/people/sessions.ts";
import { visitorOf } from "../http/auth.ts";
import type { Visitors } from "../pages/viewer.ts";
import type { Visitor } from "../ports/requests.ts";
import { createFairShare, type FairShare, slotsOf } from "../queue/fair-share.ts";
import type { Parts } from "./parts.ts";

/** how long work waits for its account's turn */
const shareWaitMs = 10_000;

/** The fair share of this process: work of accounts takes turns. */
export function openShare({ config, metrics }: Parts): FairShare {
  const share = createFairShare({ slots: slotsOf(config.databasePool), maxWaitMs: shareWaitMs });
  metrics.observe(
    "share_running",
    "Tasks that hold a slot of the store in the fair share",
    () => share.statistics.running,
  );
  metrics.observe("share_waiting", "Tasks that wait for their account's turn", () => share.statistics.waiting);
  return share;
}

/** The parts of a request that identify its caller. */
interface Caller {
  authorization?: string | undefined;
  cookie?: string | undefined;
  /** the caller's address, normalised */
  address: string;
}

export interface Callers {
  /** The caller's name in the fair share. */
  of(caller: Caller): string;
  /** Remembers the user or account whose session a cookie names; null: no session. */
  learn(cookie: string | undefined, who: SignedIn | null): void;
}

/** An account's name in the fair share is its id; an administrator without an account has the name of the audit log. */
const nameOf = ({ accountId, userId }: SignedIn): string => accountId ?? `user:${userId}`;

const sessionIn = (cookie = ""): string | undefined => /disclosed_session=([^;]+)/.exec(cookie)?.[1];

export function createCallers(access: Pick<Access, "keyNameIn" | "remembered">): Callers {
  const ofSession = new LRUCache<string, string>({ max: 10_000 });
  const ofKey = (authorization: string, address: string) => {
    const key = access.keyNameIn(authorization);
    return key === undefined ? undefined : access.remembered(key, address)?.accountId;
  };
  return {
    of({ authorization, cookie, address }) {
      const account = authorization === undefined ? undefined : ofKey(authorization, address);
      const session = account === undefined ? sessionIn(cookie) : undefined;
      return account ?? (session && ofSession.get(session)) ?? `address ${address}`;
    },
    learn(cookie, who) {
      const session = sessionIn(cookie);
      if (session === undefined) return;
      if (who) ofSession.set(session, nameOf(who));
      else ofSession.delete(session);
    },
  };
}

/** Session look-ups take turns with everything else. A request without a session is handled without the database. */
export function sharedPeople(people: People, share: FairShare, callers: Callers): People {
  const inTurn = <Result>(visitor: Visitor, work: () => Promise<Result>): Promise<Result> =>
    visitor.cookie?.includes("disclosed_session=") ? share.run(callers.of(visitor), work) : work();
  return {
    ...people,
    session: (visitor) => inTurn(visitor, () => people.session(visitor)),
    async signedIn(visitor) {
      const who = await inTurn(visitor, () => people.signedIn(visitor));
      callers.learn(visitor.cookie, who);
      return who;
    },
  };
}

/** How pages identify their visitors. */
export function visitorsOf(people: People): Visitors {
  return {
    session: (request) => people.session(visitorOf(request)),
    async viewer(request) {
      const who = await people.signedIn(visitorOf(request));
      return who && { email: who.email, role: who.role, hasAccount: who.accountId !== null };
    },
  };
}

/** Store data for the pages is read as if for one account. */
export const forPages =
  <Value>(read: () => Promise<Value>, share: FairShare) =>
  (): Promise<Value> =>
    share.run("pages", read);

/** One run at a time, shared by all concurrent callers. */
export function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
