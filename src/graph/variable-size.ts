// How much the variables of an operation hold. What checks them works on each value, and makes an error with a stack for each wrong
// one: some thousands of them in one list would stop the process for a fifth of a second.

/** values of all variables together, lists and objects included; the largest form sends about two hundred */
const mostVariableValues = 500;
/** characters of a text that is read by: that of REST's parameters */
const longestReadText = 200;
/** characters of a text that is written: a reason, a name */
const longestWrittenText = 2_000;

/** What is wrong with the size of the variables of a query or mutation, as a sentence; undefined: nothing. */
export function oversize(variables: unknown, operation: string | undefined): string | undefined {
  const longest = operation?.trimStart().startsWith("mutation") ? longestWrittenText : longestReadText;
  // not by calling itself: the value may be as deep as its sender likes
  const waiting = [variables];
  for (let values = 0; waiting.length > 0; values++) {
    if (values > mostVariableValues) return `The variables hold more than ${mostVariableValues} values`;
    const one = waiting.pop();
    if (typeof one === "string" && one.length > longest)
      return `A text among the variables has more than ${longest} characters`;
    if (typeof one === "object" && one !== null) for (const inner of Object.values(one)) waiting.push(inner);
  }
  return undefined;
}
