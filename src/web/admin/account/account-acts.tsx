// What an administrator does to an account. Each asks first and names it; what cannot be undone stands apart.
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import type { AccountQuery } from "../../generated/operations.ts";
import classes from "./account-acts.module.css";
import { ChangePlan } from "./change-plan.tsx";
import { ChangeStatus } from "./change-status.tsx";
import { CloseAccount } from "./close-account.tsx";
import { ResetLink } from "./reset-link.tsx";

type Account = NonNullable<AccountQuery["account"]>;
type Act = "plan" | "APPROVE" | "SUSPEND" | "RESUME" | "link" | "close";

interface AccountActsProps {
  account: Account;
  plans: AccountQuery["allPlans"];
}

const words: Record<Act, string> = {
  plan: "Change plan",
  APPROVE: "Approve",
  SUSPEND: "Suspend",
  RESUME: "Reactivate",
  link: "Reset link",
  close: "Close account",
};

/** what may be done about a status */
const changes: Record<string, Act[]> = {
  active: ["SUSPEND"],
  waiting: ["APPROVE", "SUSPEND"],
  suspended: ["RESUME"],
};

export function AccountActs({ account, plans }: AccountActsProps) {
  const [act, setAct] = useState<Act>();
  const done = () => setAct(undefined);
  const button = (which: Act) => (
    <Button
      key={which}
      size="compact-md"
      variant={which === "APPROVE" ? "filled" : "default"}
      c={which === "SUSPEND" || which === "close" ? "var(--bad)" : undefined}
      onClick={() => setAct(which)}
    >
      {words[which]}
    </Button>
  );
  return (
    <>
      <Group gap={8}>
        {button("plan")}
        {changes[account.status]?.map(button)}
        {button("link")}
        <div className={classes.apart}>{button("close")}</div>
      </Group>
      {act === "plan" && <ChangePlan account={account} plans={plans} onClose={done} />}
      {(act === "APPROVE" || act === "SUSPEND" || act === "RESUME") && (
        <ChangeStatus account={account} change={act} onClose={done} />
      )}
      {act === "link" && <ResetLink account={account} onClose={done} />}
      {act === "close" && <CloseAccount account={account} onClose={done} />}
    </>
  );
}
