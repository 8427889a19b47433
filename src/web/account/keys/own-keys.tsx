// One's own keys, and what can be done with the living ones.
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { KeyTable } from "../../frame/keys/key-table.tsx";
import { RevokeKey } from "../../frame/keys/revoke-key.tsx";
import { type KeysQuery, RevokeKey as revokeKey } from "../../generated/operations.ts";
import { RenameKey } from "./rename-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

export type OwnKey = KeysQuery["viewer"]["keys"][number];

type Act = { what: "rename" | "rotate" | "revoke"; key: OwnKey };

export function OwnKeys({ keys, label }: { keys: OwnKey[]; label: string }) {
  const [act, setAct] = useState<Act>();
  const done = () => setAct(undefined);
  return (
    <>
      <KeyTable keys={keys} label={label} acts={(key) => <Acts apiKey={key} onChoose={setAct} />} />
      {act?.what === "rename" && <RenameKey apiKey={act.key} onClose={done} />}
      {act?.what === "rotate" && <RotateKey apiKey={act.key} onClose={done} />}
      {act?.what === "revoke" && (
        <RevokeKey apiKey={act.key} operation={revokeKey} onClose={done}>
          This cannot be undone; to replace it without a gap, rotate it instead.
        </RevokeKey>
      )}
    </>
  );
}

function Acts({ apiKey, onChoose }: { apiKey: OwnKey; onChoose(act: Act): void }) {
  const acts = { rename: "Rename", rotate: "Rotate", revoke: "Revoke" } as const;
  return (
    <Group gap={6} wrap="nowrap">
      {(Object.keys(acts) as Act["what"][]).map((what) => (
        <Button
          key={what}
          size="compact-sm"
          variant="default"
          color={what === "revoke" ? "bad" : undefined}
          aria-label={`${acts[what]} ${apiKey.name}`}
          onClick={() => onChoose({ what, key: apiKey })}
        >
          {acts[what]}
        </Button>
      ))}
    </Group>
  );
}
