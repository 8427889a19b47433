// A limit on how long something is waited for.

/** The result of the work; if it takes longer, what `late` returns or throws. The work itself continues. */
export function within<Result, Late = never>(
  ms: number,
  work: Promise<Result>,
  late: () => Late = () => {
    throw new Error(`no response within ${ms} ms`);
  },
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, over.then(late)]).finally(() => clearTimeout(timer));
}
