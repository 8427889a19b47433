// Whom the audit log names.
import type { GraphContext } from "./context.ts";

export const actorOf = ({ principal }: GraphContext): string => principal?.actor ?? "graphql";
