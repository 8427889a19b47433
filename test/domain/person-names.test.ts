// Names of reporting owners as people write them, from the forms in which EDGAR files them.
import { expect, test } from "vitest";
import { personName } from "../../src/domain/shown-names.ts";

test.each([
  ["CANNON-BROOKES MICHAEL", "Michael Cannon-Brookes"],
  ["Cook Timothy D", "Timothy D. Cook"],
  ["Boychuk Jamie J.", "Jamie J. Boychuk"],
  ["BOOTH LEWIS W K", "Lewis W. K. Booth"],
  ["MCDADE MARK", "Mark McDade"],
  ["DELL'OSSO DOMENIC J JR", "Domenic J. Dell'Osso Jr."],
  ["SAUL B FRANCIS II", "B. Francis Saul II"],
  ["HOLDING FRANK B JR", "Frank B. Holding Jr."],
  ["XIÊM ÀLVARO", "Àlvaro Xiêm"],
  // a name that every object has as a property
  ["DOE CONSTRUCTOR", "Constructor Doe"],
])("a person's given names come first, and capitals become letters as they are written: %s", (filed, written) =>
  expect(personName(filed)).toBe(written),
);

test.each([
  ["FARLEY JR JAMES D", "James D. Farley Jr."],
  ["Kerr, II James Y", "James Y. Kerr II"],
  ["McCOY JR. ALBERT E", "Albert E. McCoy Jr."],
  ["POE JANE PHD", "Jane Poe PhD"],
])("a suffix stands at the end, wherever it was filed: %s", (filed, written) =>
  expect(personName(filed)).toBe(written),
);

test.each([
  ["VAN HORN LOUIS G", "Louis G. Van Horn"],
  ["Van de Put Dirk", "Dirk Van de Put"],
  ["de la Serna Juan Martin", "Juan Martin de la Serna"],
  ["Caro del Castillo Sharda", "Sharda Caro del Castillo"],
  ["D Agostino Robert P", "Robert P. D Agostino"],
  ["JOHNSON LA TOYA", "La Toya Johnson"],
])("a particle stays with its family name: %s", (filed, written) => expect(personName(filed)).toBe(written));

test.each([
  "Jaws Equity Owner 148, LLC",
  "BLACKWELL PARTNERS LLC - SERIES A",
  "Harvey Sandler Revocable Trust",
  "CANTOR FITZGERALD, L. P.",
  "BANK OF AMERICA CORP /DE/",
  "Acorn Holdings B.V.",
  "MORGAN STANLEY",
  "COHEN STEVEN A/SAC CAPITAL MGMT LP",
  "BlackRock",
  "",
  "\u202eEOJ ENAJ",
])("the name of an entity, and one that fits no rule, stays as it is filed: %s", (filed) =>
  expect(personName(filed)).toBe(filed),
);

test("a note in parentheses stays at the end", () => {
  expect(personName("Chen Jung (Moses)")).toBe("Jung Chen (Moses)");
  expect(personName("OAKLEY ANA B (Sample)")).toBe("Ana B. Oakley (Sample)");
});
