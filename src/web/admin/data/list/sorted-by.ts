// Sorts a list by clicks on its column heads, with the sorts of the API.
import type { Sorts } from "../../../../filters/sorts.ts";
import type { ListView } from "./list-page.tsx";

interface ColumnSort {
  sorted?: "ascending" | "descending";
  onSort: () => void;
}

/** The props that make a column sort the list. Sorting by the same column again reverses the order. */
export const sortedBy =
  <Sort extends string>({ request, change }: ListView, sorts: Sorts<Sort>) =>
  (sort: Sort): ColumnSort => {
    const isSorted = request.variables?.sort === sort;
    const isUp = request.variables?.order === "ASC";
    return {
      ...(isSorted && { sorted: isUp ? "ascending" : "descending" }),
      onSort: () => change({ sort: sorts[sort].name, order: isSorted && !isUp ? "asc" : "desc" }),
    };
  };
