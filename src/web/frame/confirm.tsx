// A confirmation dialog that names the action and its object.
import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { FormFailure } from "./form-failure.tsx";

interface ConfirmProps {
  opened: boolean;
  title: string;
  /** describes the action and its object */
  children: ReactNode;
  /** the verb on the button */
  action: string;
  /** the action loses nothing */
  safe?: boolean;
  /** the action is disabled: a field must be filled in first */
  blocked?: boolean;
  busy: boolean;
  error: Error | null;
  onConfirm(): void;
  onClose(): void;
}

export function Confirm({
  opened,
  title,
  children,
  action,
  safe,
  blocked,
  busy,
  error,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack>
        <div>{children}</div>
        <FormFailure error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color={safe ? undefined : "bad"} loading={busy} disabled={blocked} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
