// The page links of a list with more than one page.
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

/** The page number in a URL; 1 if it is not a number from 1 on. */
export function pageOf(text: string | undefined): number {
  return Math.max(1, Number.parseInt(text ?? "1", 10) || 1);
}
