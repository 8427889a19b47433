// The text of a refused file, or the text layer of a PDF, with the offending line marked and scrolled into view.
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a long text scrolls, so its frame takes the focus
import { useEffect, useRef } from "react";
import { count, madeVisible } from "../../frame/format.ts";
import classes from "./quarantine.module.css";
import type { RefusedItem } from "./refused-item.ts";

const kinds: Record<string, string> = {
  text: "The file's text",
  pdf: "The text layer of the PDF",
  binary: "The beginning of the file, as bytes",
};

export function RawText({ content }: { content: RefusedItem["content"] }) {
  const { lines, firstLine, totalLines, markedLine, missing, kind } = content;
  const marked = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: brought into sight again when another line is marked
  useEffect(() => {
    const line = marked.current;
    const frame = line?.parentElement;
    // scrolls the frame only, not the page
    if (line && frame) frame.scrollTop = line.offsetTop - frame.offsetTop - 120;
  }, [markedLine]);
  if (missing) return <p className={classes.note}>{missing}</p>;
  const last = firstLine + lines.length - 1;
  return (
    <div>
      <ol className={classes.raw} tabIndex={0} aria-label={kinds[kind ?? "text"]}>
        {lines.map((line, index) => {
          const number = firstLine + index;
          const isMarked = number === markedLine;
          return (
            <li key={number} data-marked={isMarked || undefined} ref={isMarked ? marked : undefined}>
              <span className={classes.number}>
                {isMarked && (
                  <span className={classes.mark} role="img" aria-label="to blame: line">
                    ×
                  </span>
                )}
                {number}
              </span>
              <bdi dir="ltr">{visible(line)}</bdi>
            </li>
          );
        })}
      </ol>
      <p className={classes.note}>
        {kinds[kind ?? "text"]}, lines {count(firstLine)} to {count(last)} of {count(totalLines)}.
        {markedLine === null && " Which line is to blame is not known."}
      </p>
    </div>
  );
}

/** Makes hidden characters visible, except tabs. */
const visible = (line: string) => line.split("\t").map(madeVisible).join("\t");
