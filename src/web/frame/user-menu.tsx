// The user menu: the signed-in user, and sign out.
import { Button, Menu, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { changePassword, signOut } from "./api/auth.ts";
import { ForeignText } from "./foreign-text.tsx";
import { FormFailure } from "./form-failure.tsx";
import { shortened } from "./format.ts";
import { useLetterKeys } from "./letter-keys.ts";
import { NewPassword } from "./new-password.tsx";
import { useSession, useSessionChange } from "./use-session.ts";
import classes from "./user-menu.module.css";

// Changes the signed-in user's password; all other sessions of the user end.
interface ChangePasswordProps {
  opened: boolean;
  onClose(): void;
}

function ChangePassword({ opened, onClose }: ChangePasswordProps) {
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

/** in characters; the menu shows the full address */
const maxEmailLength = 32;

export function UserMenu() {
  const user = useSession().data?.user;
  const changed = useSessionChange();
  const signingOut = useMutation({ mutationFn: signOut, onSettled: changed });
  const [letterKeys, setLetterKeys] = useLetterKeys();
  const [changing, { open, close }] = useDisclosure(false);
  if (!user) return null;
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button variant="default" size="compact-md" className={classes.target}>
            <span className={classes.hidden}>Signed in as </span>
            <span className={classes.email}>
              <ForeignText>{shortened(user.email, maxEmailLength)}</ForeignText>
            </span>
            <span className={classes.short}>You</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={classes.whole}>
            <ForeignText>{user.email}</ForeignText>
          </Menu.Label>
          {user.hasAccount && (
            <Menu.Item component="a" href="/account">
              Account
            </Menu.Item>
          )}
          {user.role === "admin" && (
            <Menu.Item component="a" href="/admin">
              Admin
            </Menu.Item>
          )}
          <Menu.CheckboxItem checked={letterKeys} onChange={setLetterKeys}>
            Letter keys: / searches
          </Menu.CheckboxItem>
          <Menu.Item onClick={open}>Change password</Menu.Item>
          <Menu.Item onClick={() => signingOut.mutate()}>Sign out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ChangePassword opened={changing} onClose={close} />
    </>
  );
}
