// Lists of people that can be sorted by a rate.
import type { ListedByRate } from "../../store/lists/ranked.ts";
import { builder, listOf } from "../builder.ts";

/** A list with the number of people that it excludes. */
export function listByRate<Row>(name: string, node: Parameters<typeof listOf<Row>>[1]) {
  const list = listOf(name, node);
  builder.objectField(list, "leftOut", (t) =>
    t.int({
      nullable: true,
      description:
        "people that match but are excluded, because too few trades are known for the rate; null if the list is not sorted by a rate",
      resolve: (found) => (found as ListedByRate<Row>).leftOut,
    }),
  );
  return list;
}
