// The actor of an entry in the audit log.
import type { GraphContext } from "./context.ts";

export const actorOf = ({ principal }: GraphContext): string => principal?.actor ?? "graphql";
