// Directories of people that may be sorted by a rate.
import type { ListedByRate } from "../../store/lists/ranked.ts";
import { builder, listOf } from "../builder.ts";

/** A list that says how many people it leaves out. */
export function listByRate<Row>(name: string, node: Parameters<typeof listOf<Row>>[1]) {
  const list = listOf(name, node);
  builder.objectField(list, "leftOut", (t) =>
    t.int({
      nullable: true,
      description:
        "people who match and stand in no page, because too few trades are known for a rate; null where the list is not by a rate",
      resolve: (found) => (found as ListedByRate<Row>).leftOut,
    }),
  );
  return list;
}
