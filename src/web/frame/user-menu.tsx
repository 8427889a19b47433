// Who is signed in, and the way out.
import { Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { signOut } from "./api/auth.ts";
import { ChangePassword } from "./change-password.tsx";
import { ForeignText } from "./foreign-text.tsx";
import { useLetterKeys } from "./letter-keys.ts";
import { useSession, useSessionChange } from "./use-session.ts";
import classes from "./user-menu.module.css";

export function UserMenu() {
  const user = useSession().data?.user;
  const changed = useSessionChange();
  const leaving = useMutation({ mutationFn: signOut, onSettled: changed });
  const [letterKeys, setLetterKeys] = useLetterKeys();
  const [changing, { open, close }] = useDisclosure(false);
  if (!user) return null;
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-md"
            className={classes.target}
            aria-label={`Signed in as ${user.email}`}
          >
            <ForeignText>{user.email}</ForeignText>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
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
          <Menu.Item onClick={() => leaving.mutate()}>Sign out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ChangePassword opened={changing} onClose={close} />
    </>
  );
}
