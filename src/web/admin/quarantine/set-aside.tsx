// Ignores a refusal with a reason, or reopens it. It stays in the list and is counted as ignored.
import { Button, Group, Modal, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { FormFailure } from "../../frame/forms.tsx";
import { useChange } from "../../frame/operation.ts";
import {
  IgnoreQuarantine as ignoreQuarantine,
  UnignoreQuarantine as unignoreQuarantine,
} from "../../generated/operations.ts";
import type { RefusedItem } from "./refused-item.ts";

export function SetAside({ item }: { item: RefusedItem }) {
  const [asks, setAsks] = useState(false);
  const unignore = useChange(unignoreQuarantine);
  if (item.status === "resolved") return null;
  if (item.status === "ignored")
    return (
      <>
        <Button variant="default" loading={unignore.isPending} onClick={() => unignore.mutate({ ids: [item.id] })}>
          Unignore
        </Button>
        <FormFailure error={unignore.error} />
      </>
    );
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        Ignore …
      </Button>
      {asks && <Because id={item.id} onClose={() => setAsks(false)} />}
    </>
  );
}

function Because({ id, onClose }: { id: number; onClose(): void }) {
  const [because, setBecause] = useState("");
  const ignore = useChange(ignoreQuarantine);
  return (
    <Modal opened onClose={onClose} title="Ignore this refusal?">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ignore.mutate({ ids: [id], because }, { onSuccess: onClose });
        }}
      >
        <Stack>
          <Textarea
            label="Why it may stay out"
            description="Said wherever it is counted"
            value={because}
            maxLength={500}
            required
            data-autofocus
            onChange={(event) => setBecause(event.currentTarget.value)}
          />
          <FormFailure error={ignore.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={ignore.isPending} disabled={because.trim() === ""}>
              Ignore
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
