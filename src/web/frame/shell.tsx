// The frame of every page: skip link, navigation, user menu. On a narrow screen the navigation has its own rows.

import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { Link, Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSearchKey } from "./letter-keys.ts";
import classes from "./shell.module.css";
import { UserMenu } from "./user-menu.tsx";

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
  children?: ReactNode;
}

export function Shell({ label, links: places, children }: ShellProps) {
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
        {places.length > 0 && (
          <nav className={classes.places} aria-label={label}>
            {places.map(({ to, label: name, exact }) => (
              <Link
                key={to}
                to={to}
                activeOptions={{ exact: exact ?? false, includeSearch: false }}
                className={classes.place}
              >
                {name}
              </Link>
            ))}
          </nav>
        )}
        <div className={classes.side}>
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
