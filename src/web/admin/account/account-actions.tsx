// An administrator's actions on an account. Each needs a confirmation. Irreversible actions are set apart.
import { Button, Group, Modal, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { count, instant, price } from "../../frame/format.ts";
import { Confirm, FormFailure } from "../../frame/forms.tsx";
import { useChange } from "../../frame/operation.ts";
import { CopyButton } from "../../frame/text.tsx";
import {
  type AccountQuery,
  ChangeAccountStatus,
  IssueResetLink,
  RemoveAccount,
  SetAccountPlan,
  type StatusChange,
} from "../../generated/operations.ts";
import classes from "./account-actions.module.css";

// Changes the plan of an account, from its next request on.
interface ChangePlanProps {
  account: NonNullable<AccountQuery["account"]>;
  plans: AccountQuery["allPlans"];
  onClose(): void;
}

function ChangePlan({ account, plans, onClose }: ChangePlanProps) {
  const [id, setId] = useState(account.requestedPlan?.id ?? account.plan.id);
  const change = useChange(SetAccountPlan);
  const plan = plans.find((one) => one.id === id);
  const isSame = id === account.plan.id;
  return (
    <Modal opened onClose={onClose} title="Change plan">
      <Stack>
        <div>
          <strong>{account.email}</strong> is on {account.plan.name}
          {account.requestedPlan && ` and requested ${account.requestedPlan.name}`}.
        </div>
        <NativeSelect
          label="Plan"
          data-autofocus
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          data={plans.map((one) => ({ value: one.id, label: `${one.name}${one.listed ? "" : " (by arrangement)"}` }))}
        />
        {plan && (
          <div>
            {count(plan.perDay)} requests per day, {count(plan.perMinute)} per minute, {count(plan.perMonth)} per month;{" "}
            {price(plan.pricePerMonth)}. It applies from the next request; requests already made still count.
          </div>
        )}
        <FormFailure error={change.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={change.isPending}
            disabled={isSame}
            onClick={() => change.mutate({ id: account.id, plan: id }, { onSuccess: onClose })}
          >
            Change to {plan?.name}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

// Creates a one-time link to set a password. The administrator hands it over: it is not mailed.
interface ResetLinkProps {
  account: { id: string; email: string };
  onClose(): void;
}

function ResetLink({ account: { id, email }, onClose }: ResetLinkProps) {
  const change = useChange(IssueResetLink);
  const issued = change.data?.issueResetLink;
  return (
    <Modal opened onClose={onClose} title="Reset link" closeOnClickOutside={!issued}>
      <Stack>
        {issued ? (
          <>
            <div>
              Anyone who opens this link can set the password of <strong>{email}</strong>. Send it over a channel you
              trust. It works once, until {instant(issued.expiresAt)} UTC, and is not shown again.
            </div>
            <code data-testid="link">{issued.link}</code>
            <Group justify="flex-end">
              <CopyButton text={issued.link} label="Copy link" size="sm" data-autofocus />
              <Button onClick={onClose}>Done</Button>
            </Group>
          </>
        ) : (
          <>
            <div>
              Create a one-time link to set a new password for <strong>{email}</strong>? Earlier links stop working.
            </div>
            <FormFailure error={change.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button loading={change.isPending} onClick={() => change.mutate({ accountId: id })} data-autofocus>
                Create link
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
}

// Approves, suspends or reactivates an account.
interface ChangeStatusProps {
  account: { id: string; email: string };
  change: StatusChange;
  onClose(): void;
}

const wordings: Record<StatusChange, { title: string; action: string; words: string }> = {
  APPROVE: { title: "Approve this account?", action: "Approve", words: "can sign in and create keys." },
  SUSPEND: {
    title: "Suspend this account?",
    action: "Suspend",
    words: "is signed out, and requests with its keys get 401 until you reactivate it.",
  },
  RESUME: {
    title: "Reactivate this account?",
    action: "Reactivate",
    words: "can sign in again, and its keys work again.",
  },
};

function ChangeStatus({ account: { id, email }, change, onClose }: ChangeStatusProps) {
  const changing = useChange(ChangeAccountStatus);
  const { title, action, words } = wordings[change];
  return (
    <Confirm
      opened
      title={title}
      action={action}
      safe={change !== "SUSPEND"}
      busy={changing.isPending}
      error={changing.error}
      onClose={onClose}
      onConfirm={() => changing.mutate({ id, change }, { onSuccess: onClose })}
    >
      <strong>{email}</strong> {words}
    </Confirm>
  );
}

// Erases an account. This is irreversible, so the administrator must type the account's e-mail.
interface CloseAccountProps {
  account: { id: string; email: string };
  onClose(): void;
}

function CloseAccount({ account: { id, email }, onClose }: CloseAccountProps) {
  const [typed, setTyped] = useState("");
  const navigate = useNavigate();
  const change = useChange(RemoveAccount);
  return (
    <Confirm
      opened
      title="Close this account?"
      action="Close account"
      busy={change.isPending}
      blocked={typed.trim() !== email}
      error={change.error}
      onClose={onClose}
      onConfirm={() => change.mutate({ id }, { onSuccess: () => void navigate({ to: "/admin/accounts" }) })}
    >
      <p>
        <strong>{email}</strong> is erased with its keys, sign-in and usage. Only its id stays in the audit log. This
        cannot be undone; to block it for a while, suspend it instead.
      </p>
      <TextInput
        label="Type the e-mail to confirm"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Confirm>
  );
}

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
