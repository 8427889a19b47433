// An address that no page has.
import { Anchor } from "@mantine/core";
import { NarrowPage } from "./narrow-page.tsx";
import { Shell } from "./shell.tsx";

export function NotFound() {
  return (
    <Shell label="Pages" places={[]}>
      <NarrowPage title="No such page">
        <p>
          Nothing stands at this address. Go to{" "}
          <Anchor href="/account" inherit underline="always">
            your account
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
