// /admin/accounts/:id: one account with its keys, usage, errors and audit log, and an administrator's actions on it.
import { Button, Tabs, Textarea } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ErrorPanels, type ErrorSearch, errorVariables } from "../../frame/errors.tsx";
import { count, instant, relative, useNow } from "../../frame/format.ts";
import { FormDialog } from "../../frame/forms.tsx";
import { arrivedWith, type IssuedKey, KeyName, KeySecret, KeyTable, RevokeKey } from "../../frame/keys/api-keys.tsx";
import { useChange, useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { Pager, pageOf } from "../../frame/table/data-table.tsx";
import { daysOf, UsagePanels, type UsageSearch } from "../../frame/usage.tsx";
import {
  Account,
  AccountAudit,
  AccountErrors,
  type AccountQuery,
  AccountUsage,
  CreatePartnerKey as createPartnerKey,
  RevokeAccountKey,
} from "../../generated/operations.ts";
import { AuditTable } from "../audit/audit-page.tsx";
import { AccountActions } from "./account-actions.tsx";
import classes from "./account-page.module.css";
import { statusText } from "./accounts-page.tsx";

// Audit events about the account and its keys, and events caused by its user.
const pageSize = 25;

function AuditTab({ id }: { id: string }) {
  const page = pageOf((useSearch({ strict: false }) as { page?: string }).page);
  const navigate = useNavigate();
  const audit = useRead(AccountAudit, { accountId: id, page, pageSize });
  return (
    <>
      <Panel
        title="Audit events"
        query={audit}
        height={300}
        empty={{ when: ({ auditEvents }) => auditEvents.nodes.length === 0, say: "No events for this account." }}
      >
        {({ auditEvents }) => <AuditTable events={auditEvents.nodes} />}
      </Panel>
      <Pager
        page={page}
        pageSize={pageSize}
        total={audit.data?.auditEvents.total}
        onPage={(next) =>
          void navigate({
            to: `/admin/accounts/${id}`,
            search: { tab: "audit", page: String(next) },
            resetScroll: false,
          })
        }
      />
    </>
  );
}

// The usage of the account.
function UsageTab({ id }: { id: string }) {
  const search = useSearch({ strict: false }) as UsageSearch;
  const navigate = useNavigate();
  const usage = useRead(AccountUsage, { id, days: daysOf(search) });
  return (
    <UsagePanels
      query={usage}
      of={({ account }) => account}
      search={search}
      show={(next) =>
        void navigate({
          to: `/admin/accounts/${id}`,
          search: { tab: "usage", ...next },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}

// The failed requests of the account.
const fixed = { tab: "errors" };

function ErrorsTab({ id }: { id: string }) {
  const search = useSearch({ strict: false }) as ErrorSearch;
  const navigate = useNavigate();
  const at = `/admin/accounts/${id}`;
  const errors = useRead(AccountErrors, { id, ...errorVariables(search) });
  return (
    <ErrorPanels
      query={errors}
      of={({ account }) => account}
      search={search}
      show={(next) => void navigate({ to: at, search: { ...fixed, ...next }, resetScroll: false })}
      at={at}
      fixed={fixed}
    />
  );
}

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
      {statusText(status)} · <strong>{plan.name}</strong>
      {requestedPlan && <> · ! requested {requestedPlan.name}</>} · {count(limits.day.used)} / {count(limits.day.limit)}{" "}
      today · last used {lastRequest ? relative(lastRequest.at, now) : "never"} · created{" "}
      {instant(createdAt).slice(0, 10)} · <code>{id}</code>
    </>
  );
}

function NoAccount() {
  return (
    <Page title="Account not found">
      <p>
        It does not exist or was closed. The <Link to="/admin/audit">audit log</Link> keeps the ids of closed accounts;
        all others are among <Link to="/admin/accounts">accounts</Link>.
      </p>
    </Page>
  );
}

// The account's keys. An administrator can revoke them and create keys for partners, who call from known IP addresses.

// Creates a key for a partner. The key works only from the given IP addresses and is shown once.
interface CreatePartnerKeyProps {
  account: { id: string; email: string };
  onClose(): void;
}

function CreatePartnerKey({ account: { id, email }, onClose }: CreatePartnerKeyProps) {
  const [name, setName] = useState("");
  const [addresses, setAddresses] = useState("");
  const change = useChange(createPartnerKey);
  if (change.data) return <PartnerKeySecret accountId={id} issued={change.data.createPartnerKey} onClose={onClose} />;
  const submit = () => change.mutate({ accountId: id, name, allowlist: addresses.split(/[\s,;]+/).filter(Boolean) });
  return (
    <FormDialog
      title="Create a partner key"
      action="Create partner key"
      change={change}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        For <strong>{email}</strong>; it counts towards this account's limits.
      </div>
      <KeyName description="Used by" value={name} onChange={setName} />
      <Textarea
        label="Allowed addresses"
        description="IPv4 and IPv6 addresses and CIDR blocks, one per line"
        placeholder={"203.0.113.7\n2001:db8::/32"}
        required
        rows={3}
        value={addresses}
        onChange={(event) => setAddresses(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function PartnerKeySecret({ accountId, issued, onClose }: { accountId: string; issued: IssuedKey; onClose(): void }) {
  const read = useRead(
    Account,
    { id: accountId },
    { every: (data) => (arrivedWith(data?.account ?? undefined, issued.key) ? false : 2_000) },
  );
  return <KeySecret issued={issued} account={read.data?.account ?? undefined} onClose={onClose} />;
}

type Key = Shown["keys"][number];

function KeysTab({ query }: { query: UseQueryResult<AccountQuery, Error> }) {
  const [revoked, setRevoked] = useState<Key>();
  const [creating, setCreating] = useState(false);
  const account = query.data?.account;
  return (
    <>
      <Panel
        title="Keys"
        query={query}
        height={120}
        actions={
          <Button size="compact-md" variant="default" onClick={() => setCreating(true)}>
            Create partner key
          </Button>
        }
        empty={{
          when: (data) => data.account?.keys.length === 0,
          say: "This account has no keys yet. Its owner creates keys at /account/keys; create a partner key here.",
        }}
      >
        {(data) => (
          <KeyTable
            keys={data.account?.keys ?? []}
            label="Keys of the account"
            actions={(key) => (
              <Button
                size="compact-sm"
                variant="default"
                color="bad"
                aria-label={`Revoke ${key.name}`}
                onClick={() => setRevoked(key)}
              >
                Revoke
              </Button>
            )}
          />
        )}
      </Panel>
      {revoked && (
        <RevokeKey apiKey={revoked} operation={RevokeAccountKey} onClose={() => setRevoked(undefined)}>
          It belongs to {account?.email}, who is not notified. This cannot be undone.
        </RevokeKey>
      )}
      {creating && account && <CreatePartnerKey account={account} onClose={() => setCreating(false)} />}
    </>
  );
}
