// Buttons about keys for panels on other pages.
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

export function KeysPanelActions() {
  return (
    <Button component={Link} to="/account/keys?create=true" size="compact-md" variant="default">
      Create key
    </Button>
  );
}
