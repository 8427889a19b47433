// Accounts with their limits and their requests.
import { Link } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { count, instant, relative } from "../../frame/format.ts";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import { useNow } from "../../frame/use-now.ts";
import type { AccountsQuery } from "../../generated/operations.ts";
import { statusWords } from "./status-words.ts";

type Account = AccountsQuery["accounts"]["nodes"][number];

export function AccountTable({ accounts, onOpen }: { accounts: Account[]; onOpen(account: Account): void }) {
  const now = useNow();
  const columns: Column<Account>[] = [
    {
      id: "email",
      head: "e-mail",
      narrow: "first",
      cell: ({ id, email }) => (
        <Link to={`/admin/accounts/${id}`} onClick={(event) => event.stopPropagation()}>
          <ForeignText>{email}</ForeignText>
        </Link>
      ),
    },
    {
      id: "plan",
      head: "plan",
      narrow: "second",
      cell: ({ plan, requestedPlan }) => <PlanOf {...{ plan, requestedPlan }} />,
    },
    { id: "status", head: "status", narrow: "second", cell: ({ status }) => statusWords(status) },
    {
      id: "today",
      head: "today / limit",
      number: true,
      narrow: "second",
      cell: ({ requestsToday, plan }) => `${count(requestsToday)} / ${count(plan.perDay)}`,
    },
    { id: "month", head: "this month", number: true, cell: ({ requestsThisMonth }) => count(requestsThisMonth) },
    { id: "keys", head: "active keys", number: true, cell: ({ activeKeys }) => count(activeKeys) },
    {
      id: "used",
      head: "last used",
      number: true,
      narrow: "second",
      cell: ({ lastRequest }) => (
        <span title={lastRequest ? `${instant(lastRequest.at)} UTC` : undefined}>
          {lastRequest ? relative(lastRequest.at, now) : "never"}
        </span>
      ),
    },
    { id: "created", head: "created", number: true, cell: ({ createdAt }) => instant(createdAt).slice(0, 10) },
  ];
  return <DataTable label="Accounts" rows={accounts} columns={columns} keyOf={({ id }) => id} onOpen={onOpen} />;
}

function PlanOf({ plan, requestedPlan }: Pick<Account, "plan" | "requestedPlan">) {
  return (
    <>
      {plan.name}
      {requestedPlan && ` ! asks for ${requestedPlan.name}`}
    </>
  );
}
