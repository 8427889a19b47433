// A link from a filtered list back to the whole list.
import { Button } from "@mantine/core";

export function ShowAll({ onClick }: { onClick(): void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      Show all
    </Button>
  );
}
