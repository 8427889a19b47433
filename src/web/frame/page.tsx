// The heading, actions and panels of a page. When a page opens, it sets the window title and focuses the heading, so
// that a screen reader announces the page.
import { Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./page.module.css";
import { useServerRender } from "./server-render.ts";

interface PageProps {
  /** also the window title; hidden characters of foreign text must already be made visible */
  title: string;
  /** the heading, if it differs from the title */
  heading?: ReactNode;
  /** a sentence, or values */
  summary?: ReactNode;
  actions?: ReactNode;
  /** the head is still loading and its height unknown: the panels are shown together with it, so that nothing shifts */
  waiting?: boolean;
  children: ReactNode;
}

/** A page inside the shell. */
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

/** A page with one form in the middle. */
export function NarrowPage({ title, children }: { title: string; children: ReactNode }) {
  const heading = useTitle(title);
  return (
    <div className={classes.narrow}>
      <Title order={1} ref={heading} tabIndex={-1} className={classes.narrowTitle}>
        {title}
      </Title>
      {children}
    </div>
  );
}

/** The ref is for the page's <h1>. The first page of a visit does not move the focus, nor does a page that opens in its search. */
function useTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useServerRender()?.title(title);
  useEffect(() => {
    document.title = `${title} · Disclosed`;
    if (visited && !document.activeElement?.hasAttribute("data-page-search")) heading.current?.focus();
    visited = true;
  }, [title]);
  return heading;
}

let visited = false;
