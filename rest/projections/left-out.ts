// What a directory of people says of itself where it is sorted by a rate.
import { integer, shape } from "../fields.ts";

/** `people`: what the list is of. */
export const leftOutBy = (name: string, people: string) =>
  shape(name, "what the list says of itself", {
    left_out: integer(
      "leftOut",
      `${people} who match and are left out, because fewer than 5 trades are known for the rate that the list is sorted by; null where it is not sorted by a rate`,
    ),
  });
