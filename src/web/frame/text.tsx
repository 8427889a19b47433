// Texts that are shown as they came from outside, and texts to copy.

import { Button, type ButtonProps } from "@mantine/core";
import { useState } from "react";
import { madeVisible } from "./format.ts";

/** Text from outside (a name, a parameter, a message), isolated in its direction, with hidden characters made visible. */
export function ForeignText({ children }: { children: string }) {
  return <bdi>{madeVisible(children)}</bdi>;
}

/** Copies a text. If there is no clipboard (plain http on another host), the button says what to do instead. */
export function CopyButton({
  text,
  label = "Copy",
  ...props
}: { text: string | (() => string); label?: string } & ButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      setState("copied");
    } catch {
      setState("refused");
    }
    setTimeout(() => setState("idle"), 2500);
  };
  const words = { idle: label, copied: "✓ Copied", refused: "Select and copy" };
  return (
    <Button variant="default" size="compact-sm" {...props} onClick={() => void copy()}>
      <span aria-live="polite">{words[state]}</span>
    </Button>
  );
}
