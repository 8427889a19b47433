// The URL parameters of the page.

const shownKinds = ["flags", "amendments", "classes", "filers", "prices"] as const;

export type Shown = (typeof shownKinds)[number];

export interface QualitySearch {
  show?: string;
  source?: string;
  flag?: string;
  title?: string;
  reason?: string;
  page?: string;
}

export const shownOf = (text: string | undefined): Shown => shownKinds.find((kind) => kind === text) ?? "flags";

/** The props of every part of the page. */
export interface PartProps {
  search: QualitySearch;
  page: number;
  /** changes the URL; parameters that are not given are removed */
  show(search: QualitySearch): void;
}
