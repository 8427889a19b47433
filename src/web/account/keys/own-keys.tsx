// The user's own keys, with actions on the active ones.
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { KeyTable } from "../../frame/keys/key-table.tsx";
import { RevokeKey } from "../../frame/keys/revoke-key.tsx";
import { RevokeKey as revokeKey } from "../../generated/operations.ts";
import type { OwnKey } from "./own-key.ts";
import { RenameKey } from "./rename-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

type Action = { what: "rename" | "rotate" | "revoke"; key: OwnKey };

export function OwnKeys({ keys, label }: { keys: OwnKey[]; label: string }) {
  const [action, setAction] = useState<Action>();
  const done = () => setAction(undefined);
  return (
    <>
      <KeyTable keys={keys} label={label} actions={(key) => <Actions apiKey={key} onChoose={setAction} />} />
      {action?.what === "rename" && <RenameKey apiKey={action.key} onClose={done} />}
      {action?.what === "rotate" && <RotateKey apiKey={action.key} onClose={done} />}
      {action?.what === "revoke" && (
        <RevokeKey apiKey={action.key} operation={revokeKey} onClose={done}>
          This cannot be undone; to replace it without a gap, rotate it instead.
        </RevokeKey>
      )}
    </>
  );
}

function Actions({ apiKey, onChoose }: { apiKey: OwnKey; onChoose(action: Action): void }) {
  const actions = { rename: "Rename", rotate: "Rotate", revoke: "Revoke" } as const;
  return (
    <Group gap={6} wrap="nowrap">
      {(Object.keys(actions) as Action["what"][]).map((what) => (
        <Button
          key={what}
          size="compact-sm"
          variant="default"
          color={what === "revoke" ? "bad" : undefined}
          aria-label={`${actions[what]} ${apiKey.name}`}
          onClick={() => onChoose({ what, key: apiKey })}
        >
          {actions[what]}
        </Button>
      ))}
    </Group>
  );
}
