// The page for a signed-in user who may not see the requested page, with a link to one that they may see.
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { NarrowPage } from "./narrow-page.tsx";
import { Shell } from "./shell.tsx";

interface ForbiddenProps {
  title: string;
  children: ReactNode;
  /** URL of a permitted page */
  href: string;
  place: string;
}

export function Forbidden({ title, children, href, place: label }: ForbiddenProps) {
  return (
    <Shell label="Pages" links={[]}>
      <NarrowPage title={title}>
        <p>
          {children} Go to{" "}
          <Anchor href={href} inherit underline="always">
            {label}
          </Anchor>
          .
        </p>
      </NarrowPage>
    </Shell>
  );
}
