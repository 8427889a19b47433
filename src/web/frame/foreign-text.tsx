// A text that somebody else wrote (a name, a parameter, a message): as text, with a direction of its own and nothing hidden in it.
import { madeVisible } from "./format.ts";

export function ForeignText({ children }: { children: string }) {
  return <bdi>{madeVisible(children)}</bdi>;
}
