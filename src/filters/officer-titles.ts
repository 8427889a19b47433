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
