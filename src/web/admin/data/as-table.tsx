// A chart's figures as a table, rendered only when it is opened.
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import classes from "./as-table.module.css";

export function AsTable({ children }: { children: () => ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes.table}>
      <Button size="compact-xs" variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {opened ? "Hide the table" : "As a table"}
      </Button>
      {opened && <div className={classes.body}>{children()}</div>}
    </div>
  );
}
