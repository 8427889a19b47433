// A page inside the shell: its heading, what can be done about it as a whole, and its panels.
import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page.module.css";
import { useTitle } from "./use-title.ts";

interface PageProps {
  /** of the window too; a foreign text with everything in it made visible */
  title: string;
  /** the heading, where it is more than the title */
  heading?: ReactNode;
  /** a sentence, or figures */
  summary?: ReactNode;
  actions?: ReactNode;
  /** the head is not known yet, nor how tall it will be: what is below it is shown with it, so that nothing moves */
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
