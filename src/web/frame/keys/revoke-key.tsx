// Revokes a key immediately, after a confirmation.
import type { ReactNode } from "react";
import type { Operation } from "../api/graphql.ts";
import { Confirm } from "../confirm.tsx";
import { ForeignText } from "../foreign-text.tsx";
import { relative } from "../format.ts";
import { useNow } from "../use-now.ts";
import { useChange } from "../use-operation.ts";
import type { ShownKey } from "./key-table.tsx";

interface RevokeKeyProps {
  apiKey: ShownKey;
  operation: Operation<unknown, { id: string }>;
  onClose(): void;
  /** further text of the dialog */
  children: ReactNode;
}

export function RevokeKey({ apiKey, operation, onClose, children }: RevokeKeyProps) {
  const change = useChange(operation);
  const now = useNow();
  return (
    <Confirm
      opened
      title="Revoke this key?"
      action="Revoke key"
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() => change.mutate({ id: apiKey.id }, { onSuccess: onClose })}
    >
      <strong>
        <ForeignText>{apiKey.name}</ForeignText>
      </strong>{" "}
      <code>…{apiKey.lastFour}</code> was{" "}
      {apiKey.lastUsedAt ? `last used ${relative(apiKey.lastUsedAt, now)}` : "never used"}. From now on its requests are
      answered with 401. {children}
    </Confirm>
  );
}
