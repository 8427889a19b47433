// The rule of amendments over random families: it is a function of the filings, whatever their order.
import fc from "fast-check";
import { expect, it } from "vitest";
import { securityKey } from "../../../../src/domain/security-class.ts";
import { canAmend, type FiledForm, isAmendment } from "../../../../src/ingest/form345/amendments/filed-form.ts";
import { type Judgement, judgeAmendments } from "../../../../src/ingest/form345/amendments/judge.ts";
import { namedAccessions, saysTradeOmitted } from "../../../../src/ingest/form345/amendments/link.ts";
import { type Family, families, filingsOf, orders } from "./families.ts";

const formsOf = (family: Family): FiledForm[] =>
  filingsOf(family, 1).map(({ rows = [], owners = [], footnotes = {}, remarks = null, ...options }) => {
    const accessionNumber = options.accession ?? "";
    return {
      accessionNumber,
      companyCik: options.issuerCik ?? "",
      formType: options.form ?? "",
      filedOn: options.filed ?? "",
      originalSubmittedOn: options.originalSubmitted ?? null,
      owners: owners.map(({ cik }) => cik),
      remarks,
      footnotes,
      rows: rows.map((row, rowIndex) => ({
        id: `${accessionNumber}#${rowIndex}`,
        accessionNumber,
        isDerivative: false,
        rowIndex,
        transactionCode: row.code ?? "",
        acquiredDisposed: row.ad ?? "A",
        securityTitle: row.title ?? "Common Stock",
        tradedOn: row.date ?? null,
        shares: row.shares ?? null,
        price: row.price ?? null,
        value: null,
        sharesOwnedAfter: row.after ?? null,
        ownership: row.ownership ?? null,
        exercisePrice: null,
        expiresOn: null,
        footnoteIds: row.notes ?? [],
      })),
    };
  });

const sorted = (judgement: Judgement) =>
  Object.fromEntries(Object.entries(judgement).map(([name, values]) => [name, [...values].sort()]));

const runs = Number(process.env.AMENDMENT_FAMILIES ?? 1000);

it("every order of a family's filings gives the same rows, states and links", () => {
  let superseded = 0;
  const seen = new Set<string>();
  fc.assert(
    fc.property(families, (family) => {
      const forms = formsOf(family);
      const judgement = judgeAmendments(forms);
      superseded += judgement.supersededBy.size;
      for (const status of judgement.status.values()) seen.add(status);
      for (const link of judgement.links.values()) seen.add(link.amends.length > 0 ? link.namedBy : "waiting");
      if (judgement.notRestated.size > 0) seen.add("notRestated");
      for (const order of orders(forms.length, 6))
        expect(sorted(judgeAmendments(order.map((at) => forms[at] as FiledForm)))).toEqual(sorted(judgement));
    }),
    { numRuns: runs },
  );
  // the families are of every kind
  expect(superseded).toBeGreaterThan(runs / 4);
  expect([...seen].sort()).toEqual(
    [
      ...["accession_number", "equal_trade", "original_date", "trade_date", "waiting"],
      ...["adds", "notRestated", "restates", "undecided"],
    ].sort(),
  );
});

it("a row is superseded by at most one row, of a filing that can amend its own; an undecided or omitted row is not superseded", () => {
  fc.assert(
    fc.property(families, (family) => {
      const forms = formsOf(family);
      const formOf = new Map(forms.flatMap((form) => form.rows.map((row) => [row.id, form])));
      const { supersededBy, status, notRestated, links, candidates } = judgeAmendments(forms);
      expect(new Set(supersededBy.values()).size).toBe(supersededBy.size);
      for (const [id, by] of supersededBy) {
        const [row, amendment] = [formOf.get(id), formOf.get(by)] as [FiledForm, FiledForm];
        expect(canAmend(amendment, row)).toBe(true);
        expect(["restates", "undecided"]).toContain(status.get(by));
        expect(status.get(id)).not.toBe("undecided");
      }
      for (const id of notRestated)
        expect([supersededBy.has(id), status.get(id) === "undecided"]).toEqual([false, false]);
      for (const form of forms.filter(isAmendment)) {
        const isLinked = (links.get(form.accessionNumber)?.amends.length ?? 0) > 0;
        for (const { id } of form.rows.filter((row) => !supersededBy.has(row.id)))
          expect(isLinked ? ["restates", "adds", "undecided"] : [undefined, "undecided"]).toContain(status.get(id));
      }
      for (const rows of candidates.values()) for (const id of rows) expect(status.get(id)).toBe("undecided");
    }),
    { numRuns: 300 },
  );
});

it("a decision settles its row: it is no candidate any more, and supersedes the row that it is decided to restate", () => {
  fc.assert(
    fc.property(families, fc.nat(), (family, choice) => {
      const forms = formsOf(family);
      const before = judgeAmendments(forms);
      const [id, rows = []] = [...before.candidates].sort(([a], [b]) => (a < b ? -1 : 1))[0] ?? [];
      if (id === undefined) return;
      const restates = rows[choice % (rows.length + 1)];
      const decision = restates === undefined ? ("adds" as const) : { restates };
      const after = judgeAmendments(forms, (row) => (row.id === id ? decision : undefined));
      expect(after.candidates.has(id)).toBe(false);
      if (restates !== undefined) expect(after.supersededBy.get(restates)).toBe(id);
    }),
    { numRuns: 300 },
  );
});

it.each([
  [
    "This amendment is being filed to report a grant of restricted stock units that was inadvertently omitted from Table I.",
    true,
  ],
  [
    "To report a sale transaction that was inadvertently omitted from the original Form 4 filed on July 22, 2024.",
    true,
  ],
  ["This amendment reports the omitted transaction and Column 5 correctly reports the number of securities.", true],
  [
    "The original form inadvertently did not reflect the reporting person's contribution of 1,644 shares to a trust.",
    true,
  ],
  ["The reporting person failed to report the sale of 500 shares.", true],
  ["This lot was left out of the original filing.", true],
  ["These sales, of Mr. Doe, were not previously reported.", true],
  [
    "This amendment is being filed to add the footnote above, which was inadvertently omitted from the initial filing.",
    false,
  ],
  ["Amended solely to include the omitted names and addresses of two Reporting Persons.", false],
  [
    "Reflects an adjustment to the total holdings to include 15 shares that were inadvertently omitted in prior reports.",
    false,
  ],
  ["The price of the sale was inadvertently omitted.", false],
  ["These shares were inadvertently omitted from the reporting person's holdings.", false],
  ["Amended to correct the price of the purchase.", false],
  ["", false],
])("%j says that a trade was omitted: %s", (text, isSaid) => {
  expect(saysTradeOmitted(text)).toBe(isSaid);
});

it.each([
  ["This Form 4/A is an amendment for Accession number: 0001000000-26-000518.", ["0001000000-26-000518"]],
  ["Amends the Form 4 filed on June 1, 2026 (Accession No. 000100000026000518).", ["0001000000-26-000518"]],
  [
    "Restates 0001000000-26-000518 and 0001000000-26-000519, as 0001000000-26-000518 was late.",
    ["0001000000-26-000518", "0001000000-26-000519"],
  ],
  ["Incorporated by reference to the Form 8-K, accession number 0001000000-26-000518.", []],
  ["Plan number 1234567890123456789 of the original filing.", []],
  ["This amendment is 0009000000-26-000001.", []],
])("%j names %j", (remarks, named) => {
  expect(namedAccessions({ accessionNumber: "0009000000-26-000001", remarks, footnotes: {} })).toEqual(named);
});

it.each([
  ["Common Stock", "COMMON STOCK"],
  ["Common Stock, par value $0.01", "Common Stock"],
  ["Common Stock, $0.01 par value", "Common Stock"],
  ["Common Stock ($.001 par value per share)", "Common  Stock"],
  ["Class A Common Stock, no par value", "Class A Common Stock"],
])("%j and %j are one security", (a, b) => {
  expect(securityKey(a)).toBe(securityKey(b));
});

it("two classes are two securities", () => {
  expect(securityKey("Class A Common Stock")).not.toBe(securityKey("Class B Common Stock"));
});
