// A page that comes up sets the window's title, and the focus on its heading, so that a screen reader says where one is.
import { useEffect, useRef } from "react";

/** The ref belongs to the page's <h1>. The first page of a visit leaves the focus where the browser put it. */
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
