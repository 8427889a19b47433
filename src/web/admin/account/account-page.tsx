// /admin/accounts/:id: one account with its keys, usage, errors and audit log, and an administrator's actions on it.
import { Tabs } from "@mantine/core";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { count, instant, relative } from "../../frame/format.ts";
import { Page } from "../../frame/page.tsx";
import { useNow } from "../../frame/use-now.ts";
import { useRead } from "../../frame/use-operation.ts";
import { Account, type AccountQuery } from "../../generated/operations.ts";
import { AccountActions } from "./account-actions.tsx";
import classes from "./account-page.module.css";
import { AuditTab } from "./audit-tab.tsx";
import { ErrorsTab } from "./errors-tab.tsx";
import { KeysTab } from "./keys-tab.tsx";
import { statusWords } from "./status-words.ts";
import { UsageTab } from "./usage-tab.tsx";

const titles = { keys: "Keys", usage: "Usage", errors: "Errors", audit: "Audit" } as const;

type Tab = keyof typeof titles;

const tabs = Object.keys(titles) as Tab[];

export function AccountPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const requestedTab = (useSearch({ strict: false }) as { tab?: string }).tab;
  const tab: Tab = tabs.find((name) => name === requestedTab) ?? "keys";
  const navigate = useNavigate();
  const read = useRead(Account, { id });
  const account = read.data?.account;
  const bodies: Record<Tab, () => ReactNode> = {
    keys: () => <KeysTab query={read} />,
    usage: () => <UsageTab id={id} />,
    errors: () => <ErrorsTab id={id} />,
    audit: () => <AuditTab id={id} />,
  };
  if (read.data && !account) return <NoAccount />;
  return (
    <Page
      waiting={read.isPending}
      title={account?.email ?? "Account"}
      summary={account ? <Summary account={account} /> : " "}
      actions={read.data && account && <AccountActions account={account} plans={read.data.allPlans} />}
    >
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(name) => void navigate({ to: `/admin/accounts/${id}`, search: { tab: name }, resetScroll: false })}
      >
        <Tabs.List aria-label="About the account">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {titles[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name} className={classes.tab}>
            {bodies[name]()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

type Shown = NonNullable<AccountQuery["account"]>;

function Summary({ account: { status, plan, requestedPlan, limits, lastRequest, createdAt, id } }: { account: Shown }) {
  const now = useNow();
  return (
    <>
      {statusWords(status)} · <strong>{plan.name}</strong>
      {requestedPlan && <> · ! asks for {requestedPlan.name}</>} · {count(limits.day.used)} / {count(limits.day.limit)}{" "}
      today · last used {lastRequest ? relative(lastRequest.at, now) : "never"} · created{" "}
      {instant(createdAt).slice(0, 10)} · <code>{id}</code>
    </>
  );
}

function NoAccount() {
  return (
    <Page title="No such account">
      <p>
        It does not exist, or it was closed. The <Link to="/admin/audit">audit log</Link> keeps the ids of closed
        accounts; all others are among <Link to="/admin/accounts">accounts</Link>.
      </p>
    </Page>
  );
}
