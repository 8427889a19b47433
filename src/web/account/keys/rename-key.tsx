// Renames a key.
import { Button, Modal, Stack, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { maxKeyName } from "../../../key-name.ts";
import { FormFailure } from "../../frame/form-failure.tsx";
import { useChange } from "../../frame/use-operation.ts";
import { RenameKey as renameKey } from "../../generated/operations.ts";
import type { OwnKey } from "./own-key.ts";

export function RenameKey({ apiKey, onClose }: { apiKey: OwnKey; onClose(): void }) {
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
