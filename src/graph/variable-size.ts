// Checks the size of an operation's variables. The later validation handles every value, and creates an error with a
// stack trace for each wrong one: some thousands in one list would block the process for a fifth of a second.

/** values of all variables together, lists and objects included; the largest form sends about two hundred */
const mostVariableValues = 500;
/** length of a text in a query: the same as for REST parameters */
const longestReadText = 200;
/** length of a text in a mutation, such as a reason or a name */
const longestWrittenText = 2_000;

/** A sentence if the variables of a query or mutation are too large; undefined: they are not. */
export function oversize(variables: unknown, operation: string | undefined): string | undefined {
  const longest = operation?.trimStart().startsWith("mutation") ? longestWrittenText : longestReadText;
  // not recursive: the sender decides how deep the value is nested
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
