// Requests of people without an API key take turns too: session look-ups and page rendering count towards the fair
// share of the process (src/queue/fair-share.ts).
import type { People } from "../accounts/people/people.ts";
import type { ReadFacts } from "../pages/facts.ts";
import type { Visitor } from "../ports.ts";
import type { FairShare } from "../queue/fair-share.ts";
import type { Callers } from "./callers.ts";

/** Session look-ups take turns with everything else. A request without a session is answered without the database. */
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

/** Store data for the pages is read as if for one account. */
export const sharedFacts =
  (read: ReadFacts, share: FairShare): ReadFacts =>
  () =>
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
