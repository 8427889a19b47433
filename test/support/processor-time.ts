// Processor time of a piece of work, which other programs of a busy machine hardly change.

/** Milliseconds of processor time that this process spends on the work. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
