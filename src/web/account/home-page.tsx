// /account: the plan and its remaining requests, the first request, keys, the last 30 days, recent errors.

import { Button } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ErrorGroupList } from "../frame/errors.tsx";
import { count } from "../frame/format.ts";
import { Arrival, firstAddress, Samples } from "../frame/keys/first-request.tsx";
import { useRead } from "../frame/operation.ts";
import { Page } from "../frame/page.tsx";
import { Panel } from "../frame/panel.tsx";
import { type Kind, KindSwitch, UsageChart } from "../frame/usage.tsx";
import { AccountHome, type AccountHomeQuery, type AccountHomeQueryVariables } from "../generated/operations.ts";
import { OwnKeys } from "./keys.tsx";
import { SubscriptionNotices } from "./subscriptions/subscription-pages.tsx";

// The first request: a sample with the real URL and a notice when it arrives; later, the status of the last request.
function FirstRequest({ viewer }: { viewer: AccountHomeQuery["viewer"] }) {
  if (!viewer.keys.some(({ state }) => state === "active"))
    return (
      <p>
        First{" "}
        <Link to="/account/keys" search={{ create: "true" }}>
          create a key
        </Link>
        . It is shown once, with examples to copy.
      </p>
    );
  return (
    <>
      <Samples request={{ url: firstAddress() }} />
      <Arrival mark={viewer.lastRequest} remaining={viewer.limits.day.remaining} />
    </>
  );
}

/** Fetched repeatedly only until the first request has arrived. */
const untilFirstRequest = (data: AccountHomeQuery | undefined) => (data && !data.viewer.firstRequest ? 2_000 : false);

export function HomePage() {
  const home = useRead(AccountHome, {}, { every: untilFirstRequest });
  const viewer = home.data?.viewer;
  return (
    <Page waiting={home.isPending} title="Account" summary={viewer ? <LimitsLine {...viewer} /> : " "}>
      {viewer && !viewer.firstRequest && <RequestPanel title="Your first request" home={home} />}
      {viewer && <SubscriptionNotices subscriptions={viewer.subscriptions} />}
      <Panel
        title="Keys"
        query={home}
        height={70}
        actions={<KeysPanelActions />}
        empty={{ when: ({ viewer: { keys } }) => keys.every(({ state }) => state !== "active"), say: <NoKey /> }}
      >
        {(data) => <OwnKeys keys={data.viewer.keys.filter(({ state }) => state === "active")} label="Active keys" />}
      </Panel>
      <RecentUse home={home} />
      <Panel
        title="Recent errors"
        query={home}
        height={44}
        empty={{
          when: ({ viewer: { errorGroups } }) => errorGroups.length === 0,
          say: "✓ No failed requests in the last 30 days.",
        }}
      >
        {(data) => <ErrorGroupList groups={data.viewer.errorGroups.slice(0, 5)} at="/account/errors" />}
      </Panel>
      {viewer?.firstRequest && <RequestPanel title="Try it" home={home} />}
    </Page>
  );
}

type Home = ReturnType<typeof useRead<AccountHomeQuery, AccountHomeQueryVariables>>;

function RequestPanel({ title, home }: { title: string; home: Home }) {
  return (
    <Panel title={title} query={home} height={140}>
      {(data) => <FirstRequest viewer={data.viewer} />}
    </Panel>
  );
}

function NoKey() {
  return (
    <>
      No active keys.{" "}
      <Link to="/account/keys" search={{ create: "true" }}>
        Create one
      </Link>{" "}
      to send requests.
    </>
  );
}

function RecentUse({ home }: { home: Home }) {
  const by: Kind = (useSearch({ strict: false }) as { by?: string }).by === "status" ? "status" : "route";
  const navigate = useNavigate();
  return (
    <Panel
      title="Last 30 days"
      query={home}
      height={248}
      actions={
        <KindSwitch
          value={by}
          onChange={(kind) =>
            void navigate({ to: "/account", search: { by: kind }, replace: true, resetScroll: false })
          }
        />
      }
      empty={{
        when: ({ viewer: { usage } }) => usage.length === 0,
        say: "No requests in the last 30 days. New requests appear here within seconds.",
      }}
    >
      {(data) => <UsageChart rows={data.viewer.usage} days={30} by={by} height={180} />}
    </Panel>
  );
}

type Viewer = AccountHomeQuery["viewer"];

/** The plan and the remaining requests, in one line. */
function LimitsLine({
  plan,
  requestedPlan,
  limits: { day, month },
}: Pick<Viewer, "plan" | "requestedPlan" | "limits">) {
  return (
    <>
      <strong>{plan.name}</strong> · {count(day.remaining)} of {count(day.limit)} left today · {count(month.remaining)}{" "}
      of {count(month.limit)} this month · <Link to="/account/plan">See plans</Link>
      {requestedPlan && ` · ${requestedPlan.name} requested`}
    </>
  );
}

function KeysPanelActions() {
  return (
    <Button component={Link} to="/account/keys?create=true" size="compact-md" variant="default">
      Create key
    </Button>
  );
}
