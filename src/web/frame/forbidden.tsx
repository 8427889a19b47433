// Signed in, and in the wrong place: what it is, and where to go.
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { NarrowPage } from "./narrow-page.tsx";
import { Shell } from "./shell.tsx";

interface ForbiddenProps {
  title: string;
  children: ReactNode;
  /** where one may go instead */
  href: string;
  place: string;
}

export function Forbidden({ title, children, href, place }: ForbiddenProps) {
  return (
    <Shell label="Pages" places={[]}>
      <NarrowPage title={title}>
        <p>
          {children} Go to{" "}
          <Anchor href={href} inherit underline="always">
            {place}
          </Anchor>
          .
        </p>
      </NarrowPage>
    </Shell>
  );
}
