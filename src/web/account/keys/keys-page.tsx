// /account/keys: the account's keys.
import { Button, Modal, Stack, TextInput } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { maxKeyName } from "../../../domain/key-name.ts";
import { FormFailure } from "../../frame/form-failure.tsx";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { useChange, useRead } from "../../frame/use-operation.ts";
import { CreateKey as createKey, Keys } from "../../generated/operations.ts";
import { OwnKeySecret } from "./own-key-secret.tsx";
import { OwnKeys } from "./own-keys.tsx";

// Creates a key: a form for its name, then the secret, shown once.
function CreateKey({ onClose }: { onClose(): void }) {
  const [name, setName] = useState("");
  const change = useChange(createKey);
  if (change.data) return <OwnKeySecret issued={change.data.createKey} onClose={onClose} />;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ name });
  };
  return (
    <Modal opened onClose={onClose} title="Create a key">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="Where it will be used, so that you know it again"
            placeholder="first"
            required
            maxLength={maxKeyName}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormFailure error={change.error} />
          <Button type="submit" loading={change.isPending}>
            Create key
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

export function KeysPage() {
  const keys = useRead(Keys, {});
  const navigate = useNavigate();
  const creating = (useSearch({ strict: false }) as { create?: string }).create === "true";
  const show = (create: string | undefined) =>
    void navigate({ to: "/account/keys", search: { create }, replace: true });
  const create = <Button onClick={() => show("true")}>Create key</Button>;
  const living = keys.data?.viewer.keys.filter(({ state }) => state === "active").length;
  return (
    <Page
      waiting={keys.isPending}
      title="Keys"
      summary={living === undefined ? " " : `${living} of at most 50 live; budgets count over all of them`}
      actions={create}
    >
      <Panel
        title="All keys"
        query={keys}
        height={90}
        empty={{
          when: ({ viewer }) => viewer.keys.length === 0,
          say: "You have no key yet. Create one: it is shown once, with samples ready to paste.",
        }}
      >
        {(data) => <OwnKeys keys={data.viewer.keys} label="All keys" />}
      </Panel>
      {creating && <CreateKey onClose={() => show(undefined)} />}
    </Page>
  );
}
