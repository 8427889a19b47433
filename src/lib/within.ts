// A limit on how long something is waited for.

/** The result of the work; rejects where it takes longer. The work itself goes on. */
export function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("too slow")), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
