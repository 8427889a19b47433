// The filters of every list of src/filters, found by the names of the exports: `insiderTradeFilters` are those of `insiderTrade`.
import { readdir } from "node:fs/promises";

type Filters = Record<string, { withoutRoute?: string }>;

const folder = new URL("../../src/filters/", import.meta.url);

export async function filtersOfLists(): Promise<[list: string, filters: Filters][]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".ts"));
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]): [string, Filters][] => {
      const list = /^(\w+)Filters$/.exec(name)?.[1];
      return list === undefined ? [] : [[list, value]];
    }),
  );
}
