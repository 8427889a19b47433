// Approves, suspends or reactivates an account.
import { Confirm } from "../../frame/confirm.tsx";
import { useChange } from "../../frame/use-operation.ts";
import { ChangeAccountStatus, type StatusChange } from "../../generated/operations.ts";

interface ChangeStatusProps {
  account: { id: string; email: string };
  change: StatusChange;
  onClose(): void;
}

const wordings: Record<StatusChange, { title: string; action: string; words: string }> = {
  APPROVE: { title: "Approve this account?", action: "Approve", words: "may sign in and make keys from now on." },
  SUSPEND: {
    title: "Suspend this account?",
    action: "Suspend",
    words: "is signed out, and requests with its keys are answered with 401 until you reactivate it.",
  },
  RESUME: {
    title: "Reactivate this account?",
    action: "Reactivate",
    words: "may sign in again, and its keys work again.",
  },
};

export function ChangeStatus({ account: { id, email }, change, onClose }: ChangeStatusProps) {
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
