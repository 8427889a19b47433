// The filters of the account list: a search, plan and status.
import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { type SyntheticEvent, useEffect, useState } from "react";
import { pageSearch } from "../../frame/letter-keys.ts";
import { statuses } from "./status-words.ts";

/** The URL parameters of the account list. */
export interface AccountSearch {
  search?: string;
  status?: string;
  plan?: string;
  /** `plan`: only accounts that have requested another plan */
  asks?: string;
}

const names = ["search", "status", "plan", "asks"] as const;

export function filtersOf(search: AccountSearch): { name: keyof AccountSearch; words: string }[] {
  return names.flatMap((name) =>
    search[name] ? [{ name, words: name === "asks" ? "asks for another plan" : `${name} ${search[name]}` }] : [],
  );
}

interface AccountFiltersProps {
  search: AccountSearch;
  plans: { id: string; name: string }[];
  show(search: AccountSearch): void;
}

export function AccountFilters({ search, plans, show }: AccountFiltersProps) {
  const [text, setText] = useState(search.search ?? "");
  useEffect(() => setText(search.search ?? ""), [search.search]);
  const chosen = { search: search.search, status: search.status, plan: search.plan, asks: search.asks };
  const find = (event: SyntheticEvent) => {
    event.preventDefault();
    show({ ...chosen, search: text.trim() || undefined });
  };
  return (
    <Group gap={8}>
      <search>
        <form onSubmit={find}>
          <Group gap={4} wrap="nowrap">
            <TextInput
              {...pageSearch}
              size="xs"
              miw={0}
              w={230}
              aria-label="Search accounts"
              placeholder="E-mail, id, end of a key"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" variant="default">
              Search
            </Button>
          </Group>
        </form>
      </search>
      <NativeSelect
        size="xs"
        aria-label="Plan"
        value={search.plan ?? ""}
        data={[{ value: "", label: "any plan" }, ...plans.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(event) => show({ ...chosen, plan: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label="Status"
        value={search.status ?? ""}
        data={[{ value: "", label: "any status" }, ...statuses]}
        onChange={(event) => show({ ...chosen, status: event.currentTarget.value || undefined })}
      />
      {search.asks && (
        <Button size="xs" variant="default" onClick={() => show({ ...chosen, asks: undefined })}>
          asks for another plan ×
        </Button>
      )}
    </Group>
  );
}
