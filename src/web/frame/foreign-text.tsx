// Text from outside (a name, a parameter, a message), isolated in its direction, with hidden characters made visible.
import { madeVisible } from "./format.ts";

export function ForeignText({ children }: { children: string }) {
  return <bdi>{madeVisible(children)}</bdi>;
}
