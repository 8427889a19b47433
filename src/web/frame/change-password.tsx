// Changes the signed-in user's password; all other sessions of the user end.
import { Button, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { changePassword } from "./api/auth.ts";
import { FormFailure } from "./form-failure.tsx";
import { NewPassword } from "./new-password.tsx";

interface ChangePasswordProps {
  opened: boolean;
  onClose(): void;
}

export function ChangePassword({ opened, onClose }: ChangePasswordProps) {
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const change = useMutation({ mutationFn: changePassword });
  const close = () => {
    setCurrent("");
    setNew("");
    change.reset();
    onClose();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ currentPassword, newPassword });
  };
  return (
    <Modal opened={opened} onClose={close} title="Change password">
      {change.isSuccess ? (
        <Stack>
          <Text role="status">✓ The password is changed. All other sessions have ended.</Text>
          <Button onClick={close}>Done</Button>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <PasswordInput
              label="Current password"
              autoComplete="current-password"
              required
              value={currentPassword}
              onChange={(event) => setCurrent(event.currentTarget.value)}
            />
            <NewPassword label="New password" value={newPassword} onChange={setNew} />
            <FormFailure error={change.error} />
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
