// Asks before what matters, and names what it is about.
import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { FormFailure } from "./form-failure.tsx";

interface ConfirmProps {
  opened: boolean;
  title: string;
  /** what happens, and to what */
  children: ReactNode;
  /** the verb on the button */
  action: string;
  /** nothing is lost by it */
  safe?: boolean;
  /** not yet: something is to be filled in first */
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
