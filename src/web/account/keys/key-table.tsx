// Keys with their state, and what can be done with the living ones.
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { instant, relative } from "../../frame/format.ts";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import { useNow } from "../../frame/use-now.ts";
import type { KeysQuery } from "../../generated/operations.ts";
import { RenameKey } from "./rename-key.tsx";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

export type OwnKey = KeysQuery["viewer"]["keys"][number];

type Act = { what: "rename" | "rotate" | "revoke"; key: OwnKey };

export function KeyTable({ keys, label }: { keys: OwnKey[]; label: string }) {
  const [act, setAct] = useState<Act>();
  const now = useNow();
  const done = () => setAct(undefined);
  const columns: Column<OwnKey>[] = [
    { id: "name", head: "name", narrow: "first", cell: ({ name }) => <ForeignText>{name}</ForeignText> },
    { id: "last4", head: "ends in", narrow: "second", cell: ({ lastFour }) => <code>…{lastFour}</code> },
    { id: "state", head: "state", narrow: "second", cell: (key) => <State apiKey={key} now={now} /> },
    {
      id: "used",
      head: "last used",
      narrow: "second",
      cell: ({ lastUsedAt }) => (
        <span title={`${instant(lastUsedAt)} UTC`}>{lastUsedAt ? relative(lastUsedAt, now) : "never"}</span>
      ),
    },
    {
      id: "created",
      head: "created (UTC)",
      cell: ({ createdAt }) => <time dateTime={createdAt}>{instant(createdAt)}</time>,
    },
    {
      id: "acts",
      head: "actions",
      acts: true,
      narrow: "second",
      cell: (key) => key.state === "active" && <Acts apiKey={key} onChoose={setAct} />,
    },
  ];
  return (
    <>
      <DataTable label={label} columns={columns} rows={keys} keyOf={({ id }) => id} />
      {act?.what === "rename" && <RenameKey apiKey={act.key} onClose={done} />}
      {act?.what === "rotate" && <RotateKey apiKey={act.key} onClose={done} />}
      {act?.what === "revoke" && <RevokeKey apiKey={act.key} onClose={done} />}
    </>
  );
}

function State({ apiKey: { state, revokedAt, expiresAt }, now }: { apiKey: OwnKey; now: number }) {
  if (state === "revoked") return <span title={`${instant(revokedAt)} UTC`}>× revoked {relative(revokedAt, now)}</span>;
  if (state === "expired") return <span title={`${instant(expiresAt)} UTC`}>× expired {relative(expiresAt, now)}</span>;
  return (
    <span title={expiresAt ? `${instant(expiresAt)} UTC` : undefined}>
      {expiresAt ? `! ends ${relative(expiresAt, now)}` : "✓ active"}
    </span>
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
