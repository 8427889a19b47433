// What of the page is in its address.

const shownKinds = ["flags", "filers", "prices"] as const;

export type Shown = (typeof shownKinds)[number];

export interface QualitySearch {
  show?: string;
  source?: string;
  flag?: string;
  reason?: string;
  page?: string;
}

export const shownOf = (text: string | undefined): Shown => shownKinds.find((kind) => kind === text) ?? "flags";

/** What every part of the page is handed. */
export interface PartProps {
  search: QualitySearch;
  page: number;
  /** changes the address; what is not named goes */
  show(search: QualitySearch): void;
}

export const pageSize = 25;
