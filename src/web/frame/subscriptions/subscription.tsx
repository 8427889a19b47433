// One subscription, for its owner and for the operator: what it sends, where to, and how far it is; and the attempts to
// deliver, newest first. A row opens the receiver's response.
import { Drawer, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DeliveryFieldsFragment } from "../../generated/operations.ts";
import { Fact, Facts } from "../facts.tsx";
import { count, instant, relative, useNow } from "../format.ts";
import { ListPanel, pageSize } from "../panel.tsx";
import { type Column, pageOf } from "../table/data-table.tsx";
import { ForeignText } from "../text.tsx";
import classes from "./deliveries.module.css";
import { cadenceNames, eventsIn, listNames, StateOf, type Subscription } from "./names-and-states.tsx";

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

export type Delivery = DeliveryFieldsFragment;

/** The URL parameters of the panel. */
export interface DeliverySearch {
  page?: string;
  /** the open row: its time, which no other attempt of the subscription has */
  attempt?: string;
}

/** The operation's variables for the URL parameters. */
export const deliveryVariables = ({ page }: DeliverySearch) => ({ page: pageOf(page), pageSize });

interface DeliveryPanelProps<Data> {
  query: UseQueryResult<Data, Error>;
  /** null: the subscription no longer exists */
  of: (data: Data) => { deliveries: { total: number; nodes: Delivery[] } } | null;
  search: DeliverySearch;
  show(search: DeliverySearch): void;
  /** buttons in the drawer of an attempt */
  actions?: (delivery: Delivery) => ReactNode;
}

export function DeliveryPanel<Data>({ query, of, search, show, actions }: DeliveryPanelProps<Data>) {
  const list = query.data === undefined ? undefined : of(query.data)?.deliveries;
  const open = list?.nodes.find(({ attemptedAt }) => attemptedAt === search.attempt);
  return (
    <>
      <ListPanel
        title="Deliveries"
        query={query}
        listOf={(data) => of(data)?.deliveries}
        height={120}
        keyOf={({ messageId, attemptedAt }) => `${messageId} ${attemptedAt}`}
        onOpen={({ attemptedAt }) => show({ ...search, attempt: attemptedAt })}
        isMarked={({ attemptedAt }) => attemptedAt === search.attempt}
        columns={columns}
        empty="Nothing was sent in the last 30 days."
        page={pageOf(search.page)}
        onPage={(next) => show({ page: String(next) })}
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => show({ ...search, attempt: undefined })}
        position="right"
        title={open && `${resultOf(open)}, attempt ${open.attempt}`}
      >
        {open && (
          <Stack>
            <Details delivery={open} />
            {actions?.(open)}
          </Stack>
        )}
      </Drawer>
    </>
  );
}

const resultOf = ({ status, error }: Pick<Delivery, "status" | "error">): string =>
  `${error === null ? "✓" : "×"} ${status ?? "no response"}`;

const columns: Column<Delivery>[] = [
  {
    id: "at",
    head: "Time (UTC)",
    narrow: "first",
    cell: ({ attemptedAt }) => <time dateTime={attemptedAt}>{instant(attemptedAt)}</time>,
  },
  { id: "status", head: "Status", narrow: "second", cell: resultOf },
  { id: "attempt", head: "Attempt", number: true, narrow: "second", cell: ({ attempt }) => count(attempt) },
  { id: "latency", head: "Latency (ms)", number: true, narrow: "second", cell: ({ durationMs }) => count(durationMs) },
  {
    id: "events",
    head: "Events",
    number: true,
    cell: ({ events, isTest }) => (isTest ? "test" : count(events)),
  },
  { id: "error", head: "Error", narrow: ({ error }) => (error === null ? undefined : "second"), cell: errorOf },
  { id: "message", head: "Message", cell: ({ messageId }) => <code>{messageId}</code> },
];

function errorOf({ error }: Delivery): ReactNode {
  return error === null ? "–" : <ForeignText>{error}</ForeignText>;
}

function Details({ delivery }: { delivery: Delivery }) {
  const { attemptedAt, durationMs, events, error, messageId, response, isTest } = delivery;
  return (
    <Facts>
      <Fact name="Time">
        {instant(attemptedAt)} UTC, {count(durationMs)} ms
      </Fact>
      {error !== null && (
        <Fact name="Error">
          <ForeignText>{error}</ForeignText>
        </Fact>
      )}
      <Fact name="Response of the receiver">
        {response ? (
          <pre className={classes.response}>
            <ForeignText>{response}</ForeignText>
          </pre>
        ) : response === null ? (
          "none"
        ) : (
          "empty"
        )}
      </Fact>
      <Fact name="Message">
        <code>{messageId}</code>
      </Fact>
      <Fact name="Content">{isTest ? "test event" : eventsIn(events)}</Fact>
    </Facts>
  );
}
