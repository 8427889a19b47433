// Which titles say that their holder is the chief executive or the chief financial officer. PostgreSQL and JavaScript both read the
// patterns, on titles in small letters: they use only what means the same in both.

interface TitlePatterns {
  says: string;
  /** a title that says it of an office that is not, or no longer, held */
  denies: string;
}

const patternsFor = (office: string): TitlePatterns => ({
  says: `(^|[^a-z])${office}`,
  denies: `(^|[^a-z])(former|retired|deputy|assistant|asst)[^a-z][^,;/&]*${office}`,
});

const chief = (short: string, rest: string) => `(${short}([^a-z]|$)|(chief|principal)[ -]+${rest})`;

export const officerTitles = {
  ceo: patternsFor(chief("ceo", "exec")),
  cfo: patternsFor(chief("cfo", "fin")),
} as const satisfies Record<string, TitlePatterns>;
