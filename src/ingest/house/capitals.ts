// Older House PDFs print labels in small capitals with the glyphs of the capitals, and their font maps some capitals to
// the lower-case letter everywhere: `FILINg STATuS`, `unilever PLC (uL) [ST]`. Labels are always in capitals, so a
// lower-case letter in a label shows which capitals of the document are lost.

/** The lower-case letters in a label's text. */
export function lostCapitals(label: string): string[] {
  return label.match(/[a-z]/g) ?? [];
}

/**
 * Restores lost capitals: in words that are otherwise in capitals (`llC`), and in names also in the first letters of
 * words (`unilever`).
 */
export function restoreCapitals(text: string, lost: ReadonlySet<string>, kind: "name" | "sentence"): string {
  if (lost.size === 0) return text;
  return text.replaceAll(/[A-Za-z][A-Za-z.]*/g, (word) => {
    const letters = [...word.replaceAll(".", "")];
    const inCapitals = letters.some(isCapital) && letters.every((letter) => isCapital(letter) || lost.has(letter));
    if (inCapitals) return word.toUpperCase();
    if (kind === "sentence") return word;
    const first = word[0] ?? "";
    return lost.has(first) && !smallWords.has(word) ? first.toUpperCase() + word.slice(1) : word;
  });
}

const smallWords = new Set("and at by de des du for in la le of on or per the to und van von with".split(" "));

function isCapital(letter: string): boolean {
  return letter >= "A" && letter <= "Z";
}
