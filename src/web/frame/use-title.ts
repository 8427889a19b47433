// When a page opens, sets the window title and focuses the heading, so that a screen reader announces the page.
import { useEffect, useRef } from "react";

/** The ref is for the page's <h1>. The first page of a visit does not move the focus. */
export function useTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Disclosed`;
    if (visited) heading.current?.focus();
    visited = true;
  }, [title]);
  return heading;
}

let visited = false;
