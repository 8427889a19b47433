// What a subscription sends, where to, and how far it is, for its owner and for the operator.
import type { ReactNode } from "react";
import { Fact, Facts } from "../facts.tsx";
import { count, instant, relative, useNow } from "../format.ts";
import { ForeignText } from "../text.tsx";
import { cadenceNames, eventsIn, listNames, StateOf, type Subscription } from "./words.tsx";

interface SubscriptionFactsProps {
  subscription: Subscription & { waitingSince: string | null };
  /** further facts */
  children?: ReactNode;
}

export function SubscriptionFacts({ subscription, children }: SubscriptionFactsProps) {
  const { list, filters, url, address, cadence, channel, reachedVersion, createdAt } = subscription;
  const { waitingEvents, waitingSince, failedAttempts } = subscription;
  const now = useNow();
  return (
    <Facts>
      <Fact name="State">
        <StateOf subscription={subscription} />
        {failedAttempts > 0 &&
          `; ${count(failedAttempts)} failed ${failedAttempts === 1 ? "attempt" : "attempts"} in a row`}
      </Fact>
      <Fact name="List">
        {listNames[list]}, {filters ? <code>{filters}</code> : "every row"}
      </Fact>
      {url !== null && (
        <Fact name="Receiver">
          <ForeignText>{url}</ForeignText>
        </Fact>
      )}
      {address !== null && (
        <Fact name="E-mail address">
          <ForeignText>{address}</ForeignText>, {cadenceNames[cadence ?? ""] ?? cadence}
        </Fact>
      )}
      {channel !== "feed" && (
        <>
          <Fact name="Reached data version">{reachedVersion === 0 ? "nothing delivered yet" : reachedVersion}</Fact>
          <Fact name="Waiting">
            {eventsIn(waitingEvents)}
            {waitingSince !== null && `, the oldest from ${relative(waitingSince, now)}`}
          </Fact>
        </>
      )}
      {children}
      <Fact name="Created">{instant(createdAt)} UTC</Fact>
    </Facts>
  );
}
