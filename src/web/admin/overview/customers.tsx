// The accounts that an operator should know of now: near a limit, asking for another plan, waiting for approval.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { count, relative, share, useNow } from "../../frame/format.ts";
import { ForeignText } from "../../frame/text.tsx";
import type { OverviewQuery } from "../../generated/operations.ts";
import classes from "./overview-page.module.css";

type Group = OverviewQuery["nearLimit"];
type Customer = Group["nodes"][number];

export function Customers({ nearLimit, asking, waiting }: Pick<OverviewQuery, "nearLimit" | "asking" | "waiting">) {
  const now = useNow();
  return (
    <>
      <CustomerGroup
        title="Near a limit"
        none="No account is near a limit."
        search={{ near: "limit" }}
        group={nearLimit}
      >
        {mostUsed}
      </CustomerGroup>
      <CustomerGroup
        title="Plan requests"
        none="No account asks for another plan."
        search={{ asks: "plan" }}
        group={asking}
      >
        {({ plan, requestedPlan }) => `${plan.name} to ${requestedPlan?.name ?? "–"}`}
      </CustomerGroup>
      <CustomerGroup
        title="Waiting for approval"
        none="No account waits for approval."
        search={{ status: "waiting" }}
        group={waiting}
      >
        {({ createdAt }) => `signed up ${relative(createdAt, now)}`}
      </CustomerGroup>
    </>
  );
}

/** The window of which the larger part is used. */
function mostUsed({ plan, requestsToday, requestsThisMonth }: Customer): string {
  const day = { used: requestsToday, limit: plan.perDay, words: "today" };
  const month = { used: requestsThisMonth, limit: plan.perMonth, words: "this month" };
  const { used, limit, words } = day.used / day.limit >= month.used / month.limit ? day : month;
  return `${used >= limit ? "× " : "! "}${share(used, limit)} of ${count(limit)} ${words}`;
}

interface CustomerGroupProps {
  title: string;
  none: string;
  /** the filter of the list of accounts */
  search: Record<string, string>;
  group: Group;
  children: (customer: Customer) => ReactNode;
}

function CustomerGroup({ title, none, search, group: { total, nodes }, children }: CustomerGroupProps) {
  return (
    <section className={classes.group}>
      <h3>
        {title}
        {total > 0 && `: ${count(total)}`}
      </h3>
      {total === 0 ? (
        <p>{none}</p>
      ) : (
        <ul>
          {nodes.map((customer) => (
            <li key={customer.id}>
              <Link to="/admin/accounts/$id" params={{ id: customer.id }}>
                <ForeignText>{customer.email}</ForeignText>
              </Link>
              <span>{children(customer)}</span>
            </li>
          ))}
        </ul>
      )}
      {total > nodes.length && (
        <Link to="/admin/accounts" search={search}>
          All {count(total)}
        </Link>
      )}
    </section>
  );
}
