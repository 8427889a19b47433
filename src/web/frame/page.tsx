// A page inside the shell: its heading, its actions and its panels.
import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page.module.css";
import { useTitle } from "./use-title.ts";

interface PageProps {
  /** also the window title; hidden characters of foreign text must already be made visible */
  title: string;
  /** the heading, if it differs from the title */
  heading?: ReactNode;
  /** a sentence, or figures */
  summary?: ReactNode;
  actions?: ReactNode;
  /** the head is still loading and its height unknown: the panels are shown together with it, so that nothing shifts */
  waiting?: boolean;
  children: ReactNode;
}

export function Page({ title, heading: shown = title, summary, actions, waiting, children }: PageProps) {
  const heading = useTitle(title);
  return (
    <>
      <div className={classes.head}>
        <div>
          <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
            {shown}
          </Title>
          {summary && <div className={classes.summary}>{summary}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={classes.panels} data-waiting={waiting || undefined}>
        {children}
      </div>
    </>
  );
}
