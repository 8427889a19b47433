// The way from what is filtered back to all of it.
import { Button } from "@mantine/core";

export function ShowAll({ onClick }: { onClick(): void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      Show all
    </Button>
  );
}
