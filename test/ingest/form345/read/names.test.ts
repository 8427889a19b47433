// Titles that only refer to the remarks or a footnote, and the office that these state. The texts are invented, in the
// forms of real filings.
import { expect, it } from "vitest";
import { isReference, statedTitle } from "../../../../src/ingest/form345/read/names.ts";
import type { OwnerRecord } from "../../../../src/ingest/form345/read/record.ts";

const owner = (name: string, officerTitle: string | null = "See Remarks"): OwnerRecord => ({
  cik: name,
  name,
  isDirector: false,
  isOfficer: true,
  isTenPercentOwner: false,
  isOther: false,
  officerTitle,
  otherText: null,
});
const doe = owner("DOE JANE A");
const roe = owner("ROE RICK B");

it.each(
  "See Remarks|see remarks below|See below|*|(1)|Officer - see remarks|Officer (See Remarks)|See Footnote 1|SEE REMARKS.|Remarks|See Explanation of Responses|see remarks section".split(
    "|",
  ),
)("%s is only a reference", (title) => expect(isReference(title)).toBe(true));

it.each(["CFO (see remarks)", "EVP*", "10% owner", "Overseer of Notes", "N/A", "Officer", null])(
  "%s is not only a reference",
  (title) => expect(isReference(title)).toBe(false),
);

it.each([
  ["Chief Financial Officer and Treasurer", "Chief Financial Officer and Treasurer"],
  ["Title: Senior V.P., Head of Mergers & Acquisitions.", "Senior V.P., Head of Mergers & Acquisitions"],
  [
    "Officer title: Chief Revenue Officer. This form has been compiled to reflect transactions.",
    "Chief Revenue Officer",
  ],
  [
    'The Reporting Person\'s full title is "Chief Strategy Officer"; Exhibit 24 - Power of Attorney',
    "Chief Strategy Officer",
  ],
  ["Relationship of Reporting Person(s) to Issuer: EVP and Secretary", "EVP and Secretary"],
  ["President and Chief Operating Officer Exhibit 24.1 - Power of Attorney", "President and Chief Operating Officer"],
  ["President Represents the second part of a grant of options approved in May.", "President"],
  ["The Reporting Person will no longer be subject to Section 16. Chief Executive Officer", "Chief Executive Officer"],
  ["The reporting person is the Executive Vice President of Sales of the Issuer.", "Executive Vice President of Sales"],
  ["Ms. Doe is the issuer's Chief Accounting Officer.", "Chief Accounting Officer"],
  ["Jane A. Doe, General Counsel", "General Counsel"],
  ["* Head of Government & Regulatory Affairs", "Head of Government & Regulatory Affairs"],
  ["On May 1, 2030, Jane Doe resigned from her role as Chief Executive Officer of the Issuer.", null],
  ["The Reporting Person was the Chief Financial Officer at the time of the transaction.", null],
  ["Mr. Roe, a partner of the fund, serves on the board of directors of the Issuer.", null],
  ["Each reporting person disclaims beneficial ownership of the securities.", null],
  ["Box 5: Chief Accounting Officer", "Chief Accounting Officer"],
  ["Title continued: and Chief Operating Officer", "Chief Operating Officer"],
  ["Ms. Doe ceased to be the Chief Financial Officer on May 1, 2031.", null],
  ["Former Chief Executive Officer", null],
  ["This Form 4 is filed by the Chief Financial Officer on behalf of the reporting person.", null],
  ["Item 5 continued - Vice President, Corporate Controller", "Vice President, Corporate Controller"],
  ["Relationship: Chief People Officer", "Chief People Officer"],
  ["Signed by John Roe, Attorney-in-fact, General Counsel", null],
  ["Capacity: Chief Strategy Officer", "Chief Strategy Officer"],
  ["Doe: Chief Risk Officer", "Chief Risk Officer"],
  [
    "Box 6 (Relationship): Senior Vice President and Chief Marketing Officer",
    "Senior Vice President and Chief Marketing Officer",
  ],
  ["TITLE: PRESIDENT, CEO AND DIRECTOR", "PRESIDENT, CEO AND DIRECTOR"],
  ["Officer: Chief Product Officer", "Chief Product Officer"],
  ["The shares are held by a trust of which the Chief Executive Officer is trustee.", null],
  ["Sale approved by the General Counsel.", null],
  ["Mr. Roe, Chief Executive Officer, signed as attorney-in-fact for Ms. Doe.", null],
  ["Retired Chief Financial Officer", null],
  ["Remarks: Chief Growth Officer", "Chief Growth Officer"],
  ["Until May 1, 2031 Ms. Doe was Chief Financial Officer.", null],
  ["See attached exhibit 99.1 for the officer's title.", null],
])("%j gives the title %j", (remarks, title) => {
  expect(statedTitle(doe, { owners: [doe], remarks, footnotes: {} })).toBe(title);
});

it("each of several owners has the office that is stated for that owner", () => {
  const owners = [doe, roe, owner("POE FUND LP", null)];
  const titles = (remarks: string) => owners.map((one) => statedTitle(one, { owners, remarks, footnotes: {} }));
  expect(titles("Ms. Doe is the President and Mr. Roe is the Chief Financial Officer of the Issuer.")).toEqual([
    "President",
    "Chief Financial Officer",
    null,
  ]);
  expect(titles("Rick Roe: Secretary; Jane Doe: Treasurer")).toEqual(["Treasurer", "Secretary", null]);
  // the remarks do not say whose title it is
  expect(titles("Chief Executive Officer")).toEqual([null, null, null]);
});

it("a reference to a footnote is resolved from that footnote", () => {
  const referring = owner("DOE JANE A", "See footnote (2)");
  const footnotes = { F1: "President of another company.", F2: "Ms. Doe is Executive Vice President and Treasurer." };
  const title = statedTitle(referring, { owners: [referring], remarks: null, footnotes });
  expect(title).toBe("Executive Vice President and Treasurer");
});
