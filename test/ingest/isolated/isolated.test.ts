// Reading in a separate thread: a file that loops or needs too much memory ends its thread with a reason, and the next file is read.
import { deflateSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { bounds, endReading, readIsolated, threads } from "../../../src/ingest/isolated/isolated.ts";
import { makePdf } from "../../support/pdf.ts";

const defaults = { ...bounds };
afterEach(() => Object.assign(bounds, defaults));

const page = makePdf([[{ x: 50, y: 700, text: "Invented report" }]]);
const words = async () => (await readIsolated("pdfLines", page)).flatMap(({ words }) => words.map(({ text }) => text));

/** A page whose content stream is `packed`, labelled as deflated. */
function pdfWithStream(packed: Buffer): Buffer {
  const text = page.toString("latin1");
  const [head = ""] = text.split(/<< \/Length \d+ >>\nstream/);
  const stream = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString("latin1")}\nendstream\nendobj\n`;
  return Buffer.from(`${head}${stream}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, "latin1");
}

it("each call returns the result of its reader", async () => {
  expect(await Promise.all([words(), words()])).toEqual([
    ["Invented", "report"],
    ["Invented", "report"],
  ]);
});

it("a reader's failure is reported without ending the thread, and without the message of its library", async () => {
  await expect(readIsolated("pdfLines", Buffer.from("no PDF"))).rejects.toMatchObject({
    reason: "reader_error",
    message: "the file is damaged, or of a kind that its reader does not support",
  });
  expect(await words()).toEqual(["Invented", "report"]);
});

it("a PDF has less time than the largest files of publishers", () => {
  expect([defaults.pdfCpuSeconds, defaults.cpuSeconds]).toEqual([20, 40]);
});

it("a reader that needs too much CPU time is stopped, and the next one is not", async () => {
  await words();
  bounds.pdfCpuSeconds = 0.01;
  await expect(
    readIsolated("pdfLines", pdfWithStream(deflateSync(Buffer.alloc(20_000_000, " ")))),
  ).rejects.toMatchObject({ reason: "too_slow" });
  bounds.pdfCpuSeconds = defaults.pdfCpuSeconds;
  expect(await words()).toEqual(["Invented", "report"]);
});

it("a reader that needs too much memory is stopped, and the next file is read", async () => {
  const bomb = deflateSync(Buffer.alloc(400_000_000, " "), { level: 1 });
  await expect(readIsolated("pdfLines", pdfWithStream(bomb))).rejects.toMatchObject({ reason: "too_much_memory" });
  expect(await words()).toEqual(["Invented", "report"]);
});

it("a reader that fails after its result ends only its thread", async () => {
  const { module } = threads;
  await endReading();
  const code = `import { parentPort } from "node:worker_threads";
    parentPort.once("message", () => {
      parentPort.postMessage({ result: [] });
      setImmediate(() => { throw new Error("too late"); });
    });`;
  threads.module = `data:text/javascript,${encodeURIComponent(code)}`;
  try {
    expect(await readIsolated("pdfLines", page)).toEqual([]);
    // the next message finds the thread ended, or ends with it
    await readIsolated("pdfLines", page).catch(() => {});
  } finally {
    Object.assign(threads, { module });
  }
  await endReading();
  expect(await words()).toEqual(["Invented", "report"]);
});

it("ending the thread waits for the file that is being read, and later files are read", async () => {
  const before = words();
  const [, after] = await Promise.all([endReading(), words()]);
  expect([await before, after]).toEqual([
    ["Invented", "report"],
    ["Invented", "report"],
  ]);
});
