// Shown if no account matches the filters: suggests which filter to remove.
import { Button, Group } from "@mantine/core";

interface NoMatchProps<Search> {
  what: string;
  filters: { name: keyof Search & string; words: string }[];
  search: Search;
  show(search: Search): void;
}

export function NoMatch<Search>({ what, filters, search, show }: NoMatchProps<Search>) {
  return (
    <>
      No {what} matches. Leave out
      <Group gap={8} mt={8}>
        {filters.map(({ name, words }) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            onClick={() => show({ ...search, [name]: undefined, page: undefined })}
          >
            {words}
          </Button>
        ))}
      </Group>
    </>
  );
}
