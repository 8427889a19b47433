// Which of several views is shown, as links: they lead there without scripts too.
import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";

interface ChoiceLinksProps {
  /** accessible name of the choice */
  label: string;
  choices: { value: string; label: string }[];
  chosen: string;
  /** the parameters of the URL that show a choice */
  searchOf(value: string): Record<string, string | undefined>;
}

export function ChoiceLinks({ label, choices, chosen, searchOf }: ChoiceLinksProps) {
  return (
    <Group gap={4} component="nav" aria-label={label} display="inline-flex">
      {choices.map(({ value, label: name }) => (
        <Button
          key={value}
          size="compact-xs"
          variant={value === chosen ? "light" : "default"}
          aria-current={value === chosen || undefined}
          renderRoot={(props) => <Link {...props} to="." search={searchOf(value)} resetScroll={false} />}
        >
          {name}
        </Button>
      ))}
    </Group>
  );
}
