// The way from a process of a schedule to a store. The commands of the process wait here until the schedule lets the store execute
// them, and the response waits until the schedule lets it arrive.
import { setImmediate as turnOfEventLoop } from "node:timers/promises";

interface Message {
  carryOut(): Promise<unknown>;
  resolve(response: unknown): void;
  reject(error: Error): void;
}

interface Answered {
  message: Message;
  arrive(): void;
}

export class Connection {
  /** while it is closed everything is refused at once */
  isOpen = false;
  readonly requested: Message[] = [];
  readonly answered: Answered[] = [];
  /** what a broken connection had sent: the store carries it out when it gets there, and its reply is lost */
  readonly unreceived: Message[] = [];
  readonly onClose: (() => void)[] = [];

  ask<T>(carryOut: () => Promise<T>): Promise<T> {
    if (!this.isOpen) return Promise.reject(new Error("the connection is closed"));
    return new Promise<T>((resolve, reject) => {
      this.requested.push({ carryOut, resolve: resolve as (response: unknown) => void, reject });
    });
  }

  /** The store executes one of the commands that it received. */
  async carryOut(index = 0): Promise<void> {
    const [message] = this.requested.splice(index, 1);
    if (!message) return;
    const response = await message.carryOut().then(
      (value) => () => message.resolve(value),
      (error: Error) => () => message.reject(error),
    );
    this.answered.push({ message, arrive: response });
  }

  async carryOutUnreceived(): Promise<void> {
    await this.unreceived
      .shift()
      ?.carryOut()
      .catch(() => {});
  }

  /** The first response arrives. */
  arrive(): void {
    this.answered.shift()?.arrive();
  }

  /** Ends the connection; the store still receives the first `sent` commands. */
  break(sent = 0): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    const requested = this.requested.splice(0);
    this.unreceived.push(...requested.slice(0, sent));
    const answered = this.answered.splice(0).map(({ message }) => message);
    for (const message of [...answered, ...requested]) message.reject(new Error("the connection broke"));
    for (const listener of this.onClose) listener();
  }
}

/** Lets the processes go on until each of them waits for a store or a caller. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await turnOfEventLoop();
}
