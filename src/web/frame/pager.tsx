// The pages of a list, where it has more than one.
import { Pagination } from "@mantine/core";

interface PagerProps {
  page: number;
  pageSize: number;
  total: number | undefined;
  onPage(page: number): void;
}

export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const pages = Math.ceil((total ?? 0) / pageSize);
  if (pages < 2) return null;
  return (
    <Pagination
      total={pages}
      value={page}
      onChange={onPage}
      getControlProps={(control) => ({ "aria-label": `${control} page` })}
      getItemProps={(number) => ({ "aria-label": `Page ${number}` })}
    />
  );
}

/** The page that an address names; what is no number from 1 is the first one. */
export function pageOf(text: string | undefined): number {
  return Math.max(1, Number.parseInt(text ?? "1", 10) || 1);
}
