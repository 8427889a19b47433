// Malicious archives: bombs, false sizes, names that lead out of the folder, links.
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import tar from "tar-stream";
import { zipOf } from "../ingest/run/zip.ts";
import type { Expectation } from "./damage.ts";

interface ArchiveTrick {
  name: string;
  expects: Expectation;
  extension: string;
  /** an archive around a good file */
  make(file: { name: string; bytes: Buffer }): Buffer | Promise<Buffer>;
}

const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024);

interface TarEntry {
  name: string;
  bytes?: Buffer;
  type?: "file" | "symlink" | "link" | "character-device" | "fifo" | "directory";
  linkname?: string;
}

async function tarOf(entries: TarEntry[]): Promise<Buffer> {
  const pack = tar.pack();
  for (const { name, bytes, type = "file", linkname } of entries)
    pack.entry({ name, type, linkname }, bytes ?? Buffer.alloc(0));
  pack.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of pack) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A zip whose directory lists one piece of data many times under different names. */
function overlapping(bytes: Buffer, names: string[]): Buffer {
  const data = deflateRawSync(bytes);
  const header = (name: string) => {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    return fields;
  };
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), header(names[0] ?? ""), Buffer.from(names[0] ?? ""), data]);
  const directory = Buffer.concat(
    names.map((name) =>
      Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), header(name), Buffer.alloc(14), Buffer.from(name)]),
    ),
  );
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

/** Overwrites a 32-bit number of every directory entry of a zip. */
function lying(zip: Buffer, offset: number, value: number): Buffer {
  const changed = Buffer.from(zip);
  for (let at = changed.indexOf("PK\x01\x02"); at >= 0; at = changed.indexOf("PK\x01\x02", at + 4))
    changed.writeUInt32LE(value, at + offset);
  return changed;
}

const trick = (name: string, expects: Expectation, extension: string, make: ArchiveTrick["make"]): ArchiveTrick => ({
  name,
  expects,
  extension,
  make,
});

export const archiveTricks: ArchiveTrick[] = [
  trick("a zip that is cut off", "refused", ".zip", ({ name, bytes }) => zipOf({ [name]: bytes }).subarray(0, -30)),
  trick("a zip of 300 MB of zeros", "refused", ".zip", ({ name }) => zipOf({ [name]: zeros(300) })),
  trick("a zip that says its 300 MB are 10 bytes", "refused", ".zip", ({ name }) =>
    lying(zipOf({ [name]: zeros(300) }), 24, 10),
  ),
  trick("a zip that says its file is 4 GB", "refused", ".zip", ({ name, bytes }) =>
    lying(zipOf({ [name]: bytes }), 24, 0xfffffffe),
  ),
  trick("a zip that points beyond its end", "refused", ".zip", ({ name, bytes }) =>
    lying(zipOf({ [name]: bytes }), 42, 0x7fffffff),
  ),
  trick("a zip with a wrong checksum", "refused", ".zip", ({ name, bytes }) => lying(zipOf({ [name]: bytes }), 16, 1)),
  trick("a zip that says it is encrypted", "refused", ".zip", ({ name, bytes }) => {
    const zip = zipOf({ [name]: bytes });
    zip.writeUInt16LE(1, zip.indexOf("PK\x01\x02") + 8);
    return zip;
  }),
  trick("a zip with an unknown method", "refused", ".zip", ({ name, bytes }) => {
    const zip = zipOf({ [name]: bytes });
    zip.writeUInt16LE(99, zip.indexOf("PK\x01\x02") + 10);
    return zip;
  }),
  trick("a zip whose entries share their data", "refused", ".zip", ({ name }) =>
    overlapping(
      zeros(20),
      Array.from({ length: 300 }, (_, n) => `${n}/${name}`),
    ),
  ),
  trick("a zip with the same name twice", "loaded", ".zip", ({ name, bytes }) => overlapping(bytes, [name, name])),
  trick("a zip with 60,000 empty files", "refused", ".zip", ({ name }) =>
    zipOf(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`${n}/${name}`, Buffer.alloc(0)]))),
  ),
  trick("zips in zips, ten deep", "refused", ".zip", ({ name, bytes }) => {
    let zip = zipOf({ [name]: bytes });
    for (let depth = 0; depth < 10; depth++) zip = zipOf({ "inner.zip": zip });
    return zip;
  }),
  trick("a zip with a name that leads out of its folder", "either", ".zip", ({ name, bytes }) =>
    zipOf({ [`../../../../${name}`]: bytes }),
  ),
  trick("a zip with an absolute name", "either", ".zip", ({ name, bytes }) => zipOf({ [`/tmp/${name}`]: bytes })),
  trick("a zip with a name of backslashes", "either", ".zip", ({ name, bytes }) =>
    zipOf({ [`..\\..\\${name}`]: bytes }),
  ),
  trick("a zip with a name of 60,000 letters", "either", ".zip", ({ name, bytes }) =>
    zipOf({ [`${"a/".repeat(30_000)}${name}`]: bytes }),
  ),
  trick("a zip with NUL in a name", "either", ".zip", ({ name, bytes }) => zipOf({ [`x\0y/${name}`]: bytes })),
  trick("a tar with a name that leads out of its folder", "loaded", ".tar", ({ name, bytes }) =>
    tarOf([{ name: `../../../${name}`, bytes }]),
  ),
  trick("a tar of links and devices", "loaded", ".tar", ({ name, bytes }) =>
    tarOf([
      { name: `evil-${name}`, type: "symlink", linkname: "/etc/passwd" },
      { name: `hard-${name}`, type: "link", linkname: "../../../etc/shadow" },
      { name: `device-${name}`, type: "character-device" },
      { name: `pipe-${name}`, type: "fifo" },
      { name, bytes },
    ]),
  ),
  trick("a tar that is cut off", "refused", ".tar", async ({ name, bytes }) =>
    (await tarOf([{ name, bytes }])).subarray(0, 600),
  ),
  trick("a tar whose file is 8 EB", "refused", ".tar", async ({ name, bytes }) => {
    const packed = await tarOf([{ name, bytes }]);
    packed.write("77777777777\0", 124, "latin1");
    return packed;
  }),
  trick("a tar.gz of 400 MB of zeros", "refused", ".tar.gz", async ({ name }) =>
    gzipSync(await tarOf([{ name, bytes: zeros(400) }]), { level: 1 }),
  ),
  trick("a gzip of 300 MB of zeros", "refused", ".gz", () => gzipSync(zeros(300), { level: 1 })),
  trick("a gzip of a gzip", "either", ".gz", ({ bytes }) => gzipSync(gzipSync(bytes))),
  trick("a gzip that is cut off", "refused", ".gz", ({ bytes }) => gzipSync(bytes).subarray(0, -12)),
  trick("a gzip with garbage behind it", "either", ".gz", ({ bytes }) =>
    Buffer.concat([gzipSync(bytes), Buffer.from("garbage")]),
  ),
  trick("a tar.xz with other content", "refused", ".tar.xz", ({ bytes }) => bytes),
  trick("a tar.xz of a head alone", "refused", ".tar.xz", () => Buffer.from("fd377a585a000004e6d6b446", "hex")),
];
