// What is used of proper-lockfile, which has no types.
declare module "proper-lockfile" {
  interface LockOptions {
    /** path of the lock */
    lockfilePath?: string;
    /** milliseconds after which a lock that is no longer touched is taken over */
    stale?: number;
    /** milliseconds after which the holder touches the lock again */
    update?: number;
    /** how often and with which waits, in milliseconds, a held lock is tried again */
    retries?: { forever: boolean; factor: number; minTimeout: number; maxTimeout: number; maxRetryTime: number };
    onCompromised?: (error: Error) => void;
  }

  const lockfile: { lock(path: string, options?: LockOptions): Promise<() => Promise<void>> };
  export default lockfile;
}
