// The page of one object: two panels next to each other, and the page of an object that is not in the database.

import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../frame/page.tsx";
import { useServerRender } from "../frame/server-render.ts";
import { ForeignText } from "../frame/text.tsx";
import classes from "./record-page.module.css";

interface TwoPanelsProps {
  /** both panels have the same width; otherwise the first is wider */
  even?: boolean;
  children: ReactNode;
}

export function TwoPanels({ even, children }: TwoPanelsProps) {
  return (
    <div className={classes.two} data-even={even || undefined}>
      {children}
    </div>
  );
}

interface UnknownRecordProps {
  /** e.g. `insider` */
  kind: string;
  id: string;
  /** page on which to search for it */
  to: string;
}

export function UnknownRecord({ kind, id, to }: UnknownRecordProps) {
  useServerRender()?.status(404);
  return (
    <Page title={`${kind.charAt(0).toUpperCase()}${kind.slice(1)} not found`}>
      <p>
        Nothing is stored for{" "}
        <code>
          <ForeignText>{id}</ForeignText>
        </code>
        . It may be mistyped or not stored yet.{" "}
        <Anchor component={Link} to={to} inherit underline="always">
          Search
        </Anchor>
      </p>
    </Page>
  );
}
