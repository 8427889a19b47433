// What a piece of work costs of the processor, which does not grow because other programs take their turns meanwhile.

/** Milliseconds of processor that this process spends on the work. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
