// The field of `meta` of a directory of people that is sorted by a rate.
import { integer, shape } from "../fields.ts";

/** `people`: the plural noun for the entries of the list. */
export const leftOutBy = (name: string, people: string) =>
  shape(name, "facts about the list", {
    left_out: integer(
      "leftOut",
      `${people} that match but are excluded, because fewer than 5 trades are known for the rate that the list is sorted by; null if it is not sorted by a rate`,
    ),
  });
