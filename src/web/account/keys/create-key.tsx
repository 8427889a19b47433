// Creates a key: a form for its name, then the secret, shown once.
import { Button, Modal, Stack, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { maxKeyName } from "../../../key-name.ts";
import { FormFailure } from "../../frame/form-failure.tsx";
import { useChange } from "../../frame/use-operation.ts";
import { CreateKey as createKey } from "../../generated/operations.ts";
import { OwnKeySecret } from "./own-key-secret.tsx";

export function CreateKey({ onClose }: { onClose(): void }) {
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
