// The titles of a chief executive or chief financial officer. PostgreSQL and JavaScript both match the patterns, on
// lower-case titles: they use only syntax with the same meaning in both.

interface TitlePatterns {
  says: string;
  /** titles that name the office although it is not, or no longer, held */
  denies: string;
}

const patternsFor = (office: string): TitlePatterns => ({
  says: `(^|[^a-z])${office}`,
  denies: `(^|[^a-z])(former|formerly|fmr|frmr|ex|past|previous|prior|retired|deputy|assistant|asst)[^a-z][^,;/&]*${office}`,
});

const chief = (short: string, rest: string) => `(${short}([^a-z]|$)|(chief|principal)[ -]+${rest})`;

export const officerTitles = {
  ceo: patternsFor(chief("ceo", "exec")),
  cfo: patternsFor(chief("cfo", "fin")),
} as const satisfies Record<string, TitlePatterns>;

export type Office = keyof typeof officerTitles;

/** characters that are read of a title; the form takes 30, and a text longer than this is not a title */
const maxTitle = 1_000;

const expressions = {
  // linear time: a title is cut at 1,000 characters
  ceo: { says: new RegExp(officerTitles.ceo.says), denies: new RegExp(officerTitles.ceo.denies) },
  // linear time: the same
  cfo: { says: new RegExp(officerTitles.cfo.says), denies: new RegExp(officerTitles.cfo.denies) },
};

/** Whether a title in lower case says that its bearer holds the office. */
export function saysOffice(office: Office, title: string): boolean {
  const { says, denies } = expressions[office];
  const read = title.slice(0, maxTitle);
  return says.test(read) && !denies.test(read);
}
