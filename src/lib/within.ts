// A limit on how long something is waited for.

const tooSlow = (): never => {
  throw new Error("too slow");
};

/** The result of the work; where it takes longer, what `late` returns or throws. The work itself goes on. */
export function within<Result, Late = never>(
  ms: number,
  work: Promise<Result>,
  late: () => Late = tooSlow,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, over.then(late)]).finally(() => clearTimeout(timer));
}
