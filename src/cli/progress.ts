// Progress of an ingestion on standard error: a bar on a terminal, a plain line every few seconds otherwise.
import type { WriteStream } from "node:tty";
import { Presets, SingleBar } from "cli-progress";
import type { Progress } from "../ingest/progress.ts";

const secondsBetweenLines = 5;

/** A bar or lines, depending on the stream. */
export function progressOn(stream: WriteStream, source: string): Progress {
  return stream.isTTY ? bar(stream, source) : lines(stream, source);
}

function bar(stream: WriteStream, source: string): Progress {
  const drawn = new SingleBar(
    {
      stream,
      format: `${source} {bar} {percentage}% | {files} files ({quarantined} quarantined), {records} records`,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  return {
    start: (total) => drawn.start(Math.max(total, 1), 0, { files: 0, records: 0, quarantined: 0 }),
    advance: ({ bytes, files, records, quarantinedFiles }) =>
      drawn.update(bytes, { files, records, quarantined: quarantinedFiles }),
    say(line) {
      stream.clearLine(0);
      stream.cursorTo(0);
      stream.write(`${line}\n`);
    },
    stop: () => drawn.stop(),
  };
}

function lines(stream: WriteStream, source: string): Progress {
  let total = 1;
  let last = Date.now();
  return {
    start(bytes) {
      total = Math.max(bytes, 1);
    },
    advance({ bytes, files, records, quarantinedFiles }) {
      if (Date.now() - last < secondsBetweenLines * 1000) return;
      last = Date.now();
      const percent = Math.min(100, Math.floor((bytes / total) * 100));
      stream.write(`${source}: ${percent} %, ${files} files (${quarantinedFiles} quarantined), ${records} records\n`);
    },
    say: (line) => void stream.write(`${line}\n`),
    stop() {},
  };
}
