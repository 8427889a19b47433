// /account/keys: the account's keys.
import { Button } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { Keys } from "../../generated/operations.ts";
import { CreateKey } from "./create-key.tsx";
import { OwnKeys } from "./own-keys.tsx";

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
