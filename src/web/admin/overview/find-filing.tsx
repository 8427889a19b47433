// The search for one filing, by an accession number, a document id or a name.
import { Button, Group, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { pageSearch } from "../../frame/letter-keys.ts";
import classes from "./find-filing.module.css";

export function FindFiling() {
  const [ref, setRef] = useState("");
  const navigate = useNavigate();
  const find = (event: SyntheticEvent) => {
    event.preventDefault();
    if (ref.trim()) void navigate({ to: "/admin/filings", search: { ref: ref.trim() } });
  };
  return (
    <search className={classes.find}>
      <form onSubmit={find}>
        <Group gap={8} wrap="nowrap">
          <TextInput
            {...pageSearch}
            aria-label="Find a filing"
            placeholder="Accession, id or file name"
            flex="1 1 240px"
            miw={0}
            value={ref}
            onChange={(event) => setRef(event.currentTarget.value)}
          />
          <Button type="submit" flex="none">
            Find a filing
          </Button>
        </Group>
      </form>
    </search>
  );
}
