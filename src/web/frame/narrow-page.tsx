// A page with one form in the middle.
import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./narrow-page.module.css";
import { useTitle } from "./use-title.ts";

export function NarrowPage({ title, children }: { title: string; children: ReactNode }) {
  const heading = useTitle(title);
  return (
    <div className={classes.page}>
      <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </Title>
      {children}
    </div>
  );
}
