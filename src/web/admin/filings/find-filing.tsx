// The search for one filing by accession number, document id or name, for several pages.
import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useEffect, useState } from "react";
import { pageSearch } from "../../frame/letter-keys.ts";
import classes from "./find-filing.module.css";

interface FindFilingProps {
  initial?: string;
  /** it is wider, and the first action of the page */
  isMain?: boolean;
  /** it has the focus when the page opens */
  isFocused?: boolean;
}

export function FindFiling({ initial = "", isMain = false, isFocused = false }: FindFilingProps) {
  const [text, setText] = useState(initial);
  useEffect(() => setText(initial), [initial]);
  const navigate = useNavigate();
  const find = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== "") void navigate({ to: "/admin/filings", search: { ref: text.trim() } });
  };
  return (
    <search className={isMain ? classes.main : undefined}>
      <form className={classes.form} onSubmit={find}>
        <TextInput
          {...pageSearch}
          aria-label="Find a filing"
          placeholder="Accession, id or file name"
          value={text}
          autoFocus={isFocused}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={200}
          className={classes.input}
        />
        <Button type="submit" variant={isMain ? "filled" : "default"} flex={isMain ? "none" : undefined}>
          {isMain ? "Find a filing" : "Find"}
        </Button>
      </form>
    </search>
  );
}
