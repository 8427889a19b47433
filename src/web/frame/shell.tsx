// The frame of every page: the brand, the navigation, the colour scheme, and the menu of the signed-in user.
import {
  ActionIcon,
  Button,
  Menu,
  Modal,
  PasswordInput,
  Stack,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { shortened } from "./format.ts";
import { FormFailure, NewPassword } from "./forms.tsx";
import { useLetterKeys, useSearchKey } from "./letter-keys.ts";
import { changePassword, signOut, useSession, useSessionChange } from "./session.ts";
import classes from "./shell.module.css";
import { ForeignText } from "./text.tsx";

// Switches between light and dark. The choice is stored and shared with the documentation.
function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme() === "dark";
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label="Dark colours"
      aria-pressed={isDark}
      onClick={() => setColorScheme(isDark ? "light" : "dark")}
    >
      <span aria-hidden="true">◐</span>
    </ActionIcon>
  );
}

export interface NavigationLink {
  to: string;
  label: string;
  /** matches this URL only, not those below it */
  exact?: boolean;
}

interface ShellProps {
  /** accessible name of the navigation */
  label: string;
  links: NavigationLink[];
  /** in the header, before the menu of the user */
  beside?: ReactNode;
  children?: ReactNode;
}

export function Shell({ label, links, beside, children }: ShellProps) {
  useSearchKey();
  return (
    <>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <header className={classes.head}>
        <a className={classes.brand} href="/">
          <span className={classes.mark} aria-hidden="true" />
          Disclosed
        </a>
        {links.length > 0 && (
          <nav className={classes.links} aria-label={label}>
            {links.map(({ to, label: name, exact }) => (
              <Link
                key={to}
                to={to}
                activeOptions={{ exact: exact ?? false, includeSearch: false }}
                className={classes.link}
              >
                {name}
              </Link>
            ))}
          </nav>
        )}
        <div className={classes.side}>
          {beside}
          <a className={classes.docs} href="/docs">
            Docs
          </a>
          <SchemeButton />
          <UserMenu />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        {children ?? <Outlet />}
      </main>
    </>
  );
}

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
          <Text role="status">✓ Password changed. All other sessions were signed out.</Text>
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

function UserMenu() {
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
            Press / to search
          </Menu.CheckboxItem>
          <Menu.Item component="a" href={user.hasAccount ? "/account/settings" : "/admin/settings"}>
            Settings
          </Menu.Item>
          <Menu.Item onClick={open}>Change password</Menu.Item>
          <Menu.Item onClick={() => signingOut.mutate()}>Sign out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ChangePassword opened={changing} onClose={close} />
    </>
  );
}
