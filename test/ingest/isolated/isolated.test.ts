// Reading apart: a file that loops or swells ends its thread, says why, and the next file is read as if nothing had been.
import { deflateSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { bounds, readIsolated, restReading, threads } from "../../../src/ingest/isolated/isolated.ts";
import { makePdf } from "../../support/pdf.ts";

const usual = { ...bounds };
afterEach(() => Object.assign(bounds, usual));

const page = makePdf([[{ x: 50, y: 700, text: "Invented report" }]]);
const words = async () => (await readIsolated("pdfLines", page)).flatMap(({ words }) => words.map(({ text }) => text));

/** A page whose content stream is `packed` and said to be deflated. */
function pdfWithStream(packed: Buffer): Buffer {
  const text = page.toString("latin1");
  const [head = ""] = text.split(/<< \/Length \d+ >>\nstream/);
  const stream = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString("latin1")}\nendstream\nendobj\n`;
  return Buffer.from(`${head}${stream}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, "latin1");
}

it("gives what the reader gives, in the order of the calls", async () => {
  expect(await Promise.all([words(), words()])).toEqual([
    ["Invented", "report"],
    ["Invented", "report"],
  ]);
});

it("a reader's failure is reported without ending the thread, and without the words of its library", async () => {
  await expect(readIsolated("pdfLines", Buffer.from("no PDF"))).rejects.toMatchObject({
    reason: "reader_error",
    message: "the file is damaged, or of a kind that its reader does not support",
  });
  expect(await words()).toEqual(["Invented", "report"]);
});

it("a PDF has less time than the largest files of publishers", () => {
  expect([usual.pdfCpuSeconds, usual.cpuSeconds]).toEqual([20, 40]);
});

it("a reader that takes too long is stopped, and the next one is not", async () => {
  await words();
  bounds.pdfCpuSeconds = 0.01;
  await expect(
    readIsolated("pdfLines", pdfWithStream(deflateSync(Buffer.alloc(20_000_000, " ")))),
  ).rejects.toMatchObject({ reason: "too_slow" });
  bounds.pdfCpuSeconds = usual.pdfCpuSeconds;
  expect(await words()).toEqual(["Invented", "report"]);
});

it("a stream that swells to gigabytes is stopped, and the next file is read", async () => {
  const swelling = deflateSync(Buffer.alloc(400_000_000, " "), { level: 1 });
  await expect(readIsolated("pdfLines", pdfWithStream(swelling))).rejects.toMatchObject({ reason: "too_much_memory" });
  expect(await words()).toEqual(["Invented", "report"]);
});

it("a reader that fails after its file was read ends its thread alone", async () => {
  const { module } = threads;
  await restReading();
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
  await restReading();
  expect(await words()).toEqual(["Invented", "report"]);
});

it("a rest waits for what is being read, and reading goes on after it", async () => {
  const before = words();
  const [, after] = await Promise.all([restReading(), words()]);
  expect([await before, after]).toEqual([
    ["Invented", "report"],
    ["Invented", "report"],
  ]);
});
