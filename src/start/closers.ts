// The parts that a start has opened and that have to be closed at its end, the last one first.

export class Closers {
  readonly #list: (() => Promise<void>)[] = [];
  #closing: Promise<void> | undefined;

  add(close: () => Promise<void>): void {
    this.#list.push(close);
  }

  /** Closes everything once; a failed close does not prevent the others. `onError` receives its error. */
  closeAll(onError: (error: unknown) => void): Promise<void> {
    this.#closing ??= this.#closeAll(onError);
    return this.#closing;
  }

  async #closeAll(onError: (error: unknown) => void): Promise<void> {
    for (let close = this.#list.pop(); close; close = this.#list.pop()) await close().catch(onError);
  }
}
