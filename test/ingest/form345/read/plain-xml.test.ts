// The fast reader of plain XML returns what the full parser returns, or null where it cannot be sure.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readXml } from "../../../../src/ingest/form345/read/document.ts";
import { readPlainXml } from "../../../../src/ingest/form345/read/plain-xml.ts";
import { splitSubmissions } from "../../../../src/ingest/form345/read/submission.ts";
import { hasRecords, sharedData } from "../../../publishers/shared-data.ts";
import { ada, bo, ownershipXml } from "../fixtures.ts";

const data = join(sharedData, "form4");

const document = (xml: string) => /<ownershipDocument.*<\/ownershipDocument>/s.exec(xml)?.[0] ?? "";
const rich = document(
  ownershipXml({
    owners: [ada, bo],
    footnotes: { F1: "a &lt; b &amp; c", F2: "" },
    rows: [{ notes: ["F1", "F2"] }, { table: "derivative", price: null, notes: ["F1"] }],
    remarks: "one > two",
  }),
);

describe("plain documents", () => {
  it("are read as the full parser reads them", () => {
    expect(readPlainXml(rich)).toEqual(readXml(rich));
    expect(readPlainXml(rich)).not.toBeNull();
  });

  it.skipIf(!hasRecords("form4"))("of real filings are nearly all read, and read the same", () => {
    let plain = 0;
    let all = 0;
    for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      for (const part of splitSubmissions(readFileSync(join(entry.parentPath, entry.name))))
        for (const xml of part.documents) {
          all++;
          const read = readPlainXml(xml);
          if (!read) continue;
          plain++;
          expect(read).toEqual(readXml(xml));
        }
    }
    expect(all).toBeGreaterThanOrEqual(428);
    expect(plain / all).toBeGreaterThan(0.98);
  });
});

describe("everything else", () => {
  it.each([
    ["no end", "<a><b>1</b>"],
    ["crossed tags", "<a><b>1</a></b>"],
    ["a second root", "<a>1</a><a>2</a>"],
    ["text after the root", "<a>1</a>x"],
    ["a comment", "<a><!-- b --></a>"],
    ["a CDATA section", "<a><![CDATA[<b>]]></a>"],
    ["an instruction", "<a><?b?></a>"],
    ["a declaration", "<a><!ENTITY b 'c'></a>"],
    ["text beside elements", "<a>x<b>1</b></a>"],
    ["text after elements", "<a><b>1</b>x</a>"],
    ["a character reference", "<a>&#8217;</a>"],
    ["a named entity", "<a>&nbsp;</a>"],
    ["what decodes to an entity", "<a>&amp;lt;</a>"],
    ["a lone ampersand", "<a>b & c</a>"],
    ["an attribute twice", '<a b="1" b="2"/>'],
    ["an attribute without quotes", "<a b=1>x</a>"],
    ["an entity in an attribute", '<a b="&lt;">x</a>'],
    ["a name that every object has", "<a><constructor>1</constructor></a>"],
    ["a name that changes an object's prototype", "<a><__proto__>1</__proto__></a>"],
    ["nesting without end", `${"<a>".repeat(60)}${"</a>".repeat(60)}`],
    ["another character in place of the first bracket", "\ra><b>1</b></a>"],
    ["nothing", ""],
    ["one bracket", "<"],
  ])("is left to the full parser: %s", (_, xml) => {
    expect(readPlainXml(xml)).toBeNull();
  });

  it("a document that is damaged anywhere is read the same, or left to the full parser", () => {
    const pieces = [
      "<",
      ">",
      "</",
      "/>",
      "&",
      "&amp;",
      "&#65;",
      '"',
      "=",
      " ",
      "\r\n",
      "\r",
      "\ufeff",
      "\u0000",
      "x",
      "]]>",
      "<value>",
      "</value>",
    ];
    fc.assert(
      fc.property(
        fc.oneof({ weight: 3, arbitrary: fc.nat(rich.length) }, fc.constantFrom(0, 1, rich.length - 1, rich.length)),
        fc.nat(40),
        fc.array(fc.constantFrom(...pieces), { maxLength: 4 }),
        (at, removed, inserted) => {
          const damaged = rich.slice(0, at) + inserted.join("") + rich.slice(at + removed);
          const read = readPlainXml(damaged);
          if (read !== null) expect(read).toEqual(readXml(damaged));
        },
      ),
      { numRuns: 3000 },
    );
  });
});
