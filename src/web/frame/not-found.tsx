// The page for an unknown URL.
import { Anchor } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { ForeignText } from "./foreign-text.tsx";
import { NarrowPage } from "./narrow-page.tsx";
import { Shell } from "./shell.tsx";

/** The path decoded; unchanged if it is not valid UTF-8. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function NotFound() {
  const { pathname } = useLocation();
  const isAdmin = pathname.startsWith("/admin/");
  return (
    <Shell label="Pages" links={[]}>
      <NarrowPage title="No such page">
        <p>
          There is no page at{" "}
          <code>
            <ForeignText>{readable(pathname)}</ForeignText>
          </code>
          . Go to{" "}
          <Anchor href={isAdmin ? "/admin" : "/account"} inherit underline="always">
            {isAdmin ? "the dashboard" : "your account"}
          </Anchor>{" "}
          or the{" "}
          <Anchor href="/docs" inherit underline="always">
            documentation
          </Anchor>
          .
        </p>
      </NarrowPage>
    </Shell>
  );
}
