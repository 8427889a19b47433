// A text from outside (a name, a parameter, a message): shown as text, with its own direction and no hidden characters.
import { madeVisible } from "./format.ts";

export function ForeignText({ children }: { children: string }) {
  return <bdi>{madeVisible(children)}</bdi>;
}
