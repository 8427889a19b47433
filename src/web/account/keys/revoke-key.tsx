// Ends a key at once, after asking.
import { Confirm } from "../../frame/confirm.tsx";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { relative } from "../../frame/format.ts";
import { useNow } from "../../frame/use-now.ts";
import { useChange } from "../../frame/use-operation.ts";
import { RevokeKey as revokeKey } from "../../generated/operations.ts";
import type { OwnKey } from "./key-table.tsx";

export function RevokeKey({ apiKey, onClose }: { apiKey: OwnKey; onClose(): void }) {
  const change = useChange(revokeKey);
  const now = useNow();
  return (
    <Confirm
      opened
      title="Revoke this key?"
      act="Revoke key"
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
      answered with 401. This cannot be undone; to replace it without a gap, rotate it instead.
    </Confirm>
  );
}
