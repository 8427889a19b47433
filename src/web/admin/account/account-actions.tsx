// An administrator's actions on an account. Each needs a confirmation. Irreversible actions are set apart.
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import type { AccountQuery } from "../../generated/operations.ts";
import classes from "./account-actions.module.css";
import { ChangePlan } from "./change-plan.tsx";
import { ChangeStatus } from "./change-status.tsx";
import { CloseAccount } from "./close-account.tsx";
import { ResetLink } from "./reset-link.tsx";

type Account = NonNullable<AccountQuery["account"]>;
type Action = "plan" | "APPROVE" | "SUSPEND" | "RESUME" | "link" | "close";

interface AccountActionsProps {
  account: Account;
  plans: AccountQuery["allPlans"];
}

const words: Record<Action, string> = {
  plan: "Change plan",
  APPROVE: "Approve",
  SUSPEND: "Suspend",
  RESUME: "Reactivate",
  link: "Reset link",
  close: "Close account",
};

/** status changes allowed in each status */
const changes: Record<string, Action[]> = {
  active: ["SUSPEND"],
  waiting: ["APPROVE", "SUSPEND"],
  suspended: ["RESUME"],
};

export function AccountActions({ account, plans }: AccountActionsProps) {
  const [action, setAction] = useState<Action>();
  const done = () => setAction(undefined);
  const button = (which: Action) => (
    <Button
      key={which}
      size="compact-md"
      variant={which === "APPROVE" ? "filled" : "default"}
      c={which === "SUSPEND" || which === "close" ? "var(--bad)" : undefined}
      onClick={() => setAction(which)}
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
      {action === "plan" && <ChangePlan account={account} plans={plans} onClose={done} />}
      {(action === "APPROVE" || action === "SUSPEND" || action === "RESUME") && (
        <ChangeStatus account={account} change={action} onClose={done} />
      )}
      {action === "link" && <ResetLink account={account} onClose={done} />}
      {action === "close" && <CloseAccount account={account} onClose={done} />}
    </>
  );
}
