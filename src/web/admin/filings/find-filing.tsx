// The search for one filing by accession number, document id or name, for several pages.
import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { pageSearch } from "../../frame/letter-keys.ts";
import classes from "./find-filing.module.css";

export function FindFiling({ initial = "" }: { initial?: string }) {
  const [text, setText] = useState(initial);
  const navigate = useNavigate();
  return (
    <search>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") void navigate({ to: "/admin/filings", search: { ref: text.trim() } });
        }}
      >
        <TextInput
          {...pageSearch}
          aria-label="Find a filing"
          placeholder="Accession, id or file name"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={200}
          className={classes.input}
        />
        <Button type="submit" variant="default">
          Find
        </Button>
      </form>
    </search>
  );
}
