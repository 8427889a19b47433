// The user's own keys, with actions on the active ones.
import { Button, Group, Modal, Radio, Stack, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { maxKeyName } from "../../../domain/key-name.ts";
import { FormFailure } from "../../frame/form-failure.tsx";
import { KeyTable } from "../../frame/keys/key-table.tsx";
import { RevokeKey } from "../../frame/keys/revoke-key.tsx";
import { useChange } from "../../frame/use-operation.ts";
import {
  type KeyOverlap,
  type KeysQuery,
  RenameKey as renameKey,
  RevokeKey as revokeKey,
  RotateKey as rotateKey,
} from "../../generated/operations.ts";
import { OwnKeySecret } from "./own-key-secret.tsx";

// The type of a key as its owner's operation returns it.
type OwnKey = KeysQuery["viewer"]["keys"][number];

// Replaces a key by a new one. The old key ends now or after a grace period.
const overlaps: Record<KeyOverlap, string> = {
  NOW: "now: it has leaked, or it is not in use",
  DAY: "in 24 hours",
  WEEK: "in 7 days",
};

function RotateKey({ apiKey, onClose }: { apiKey: OwnKey; onClose(): void }) {
  const [overlap, setOverlap] = useState<KeyOverlap>("DAY");
  const change = useChange(rotateKey);
  if (change.data) return <OwnKeySecret issued={change.data.rotateKey} onClose={onClose} />;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ id: apiKey.id, overlap });
  };
  return (
    <Modal opened onClose={onClose} title={`Rotate the key …${apiKey.lastFour}`}>
      <form onSubmit={submit}>
        <Stack>
          <Radio.Group label="The old key ends" value={overlap} onChange={(value) => setOverlap(value as KeyOverlap)}>
            <Stack gap={8} mt={8}>
              {Object.entries(overlaps).map(([value, words]) => (
                <Radio key={value} value={value} label={words} />
              ))}
            </Stack>
          </Radio.Group>
          <FormFailure error={change.error} />
          <Button type="submit" loading={change.isPending}>
            Create the new key
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

// Renames a key.
function RenameKey({ apiKey, onClose }: { apiKey: OwnKey; onClose(): void }) {
  const [name, setName] = useState(apiKey.name);
  const change = useChange(renameKey);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ id: apiKey.id, name }, { onSuccess: onClose });
  };
  return (
    <Modal opened onClose={onClose} title={`Rename the key …${apiKey.lastFour}`}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={maxKeyName}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormFailure error={change.error} />
          <Button type="submit" loading={change.isPending}>
            Rename
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

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
