// The filters of a feed or a webhook as a command line has them.
import { savedFilter } from "../../rest/feeds/saved-filter.ts";
import type { TitledList } from "../domain/row-titles.ts";
import { AppError, UsageError } from "../errors.ts";
import { readVocabulary } from "../export/vocabulary.ts";
import { todayUtc } from "../lib/calendar-date.ts";

/** The query string, if the list's route takes all of it. Throws UsageError that names every problem. */
export async function checkedFilters(list: TitledList, query: string): Promise<string> {
  try {
    return await savedFilter(list, query, { vocabulary: await readVocabulary(), today: todayUtc() });
  } catch (error) {
    if (error instanceof AppError && error.code === "bad_request") throw new UsageError(error.message);
    throw error;
  }
}
