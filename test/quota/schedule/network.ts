// The connection from a process of a schedule to a store. The commands of the process wait here until the schedule lets
// the store execute them, and the replies wait until the schedule delivers them.
import { setImmediate as turnOfEventLoop } from "node:timers/promises";

interface Command {
  execute(): Promise<unknown>;
  resolve(reply: unknown): void;
  reject(error: Error): void;
}

interface Reply {
  command: Command;
  deliver(): void;
}

export class Connection {
  /** while it is closed every command is rejected immediately */
  isOpen = false;
  readonly commands: Command[] = [];
  readonly replies: Reply[] = [];
  /** sent before the connection broke: the store executes them when it receives them, and their replies are lost */
  readonly orphans: Command[] = [];
  readonly onClose: (() => void)[] = [];

  send<T>(execute: () => Promise<T>): Promise<T> {
    if (!this.isOpen) return Promise.reject(new Error("the connection is closed"));
    return new Promise<T>((resolve, reject) => {
      this.commands.push({ execute, resolve: resolve as (reply: unknown) => void, reject });
    });
  }

  /** The store executes one of the commands that it received. */
  async execute(index = 0): Promise<void> {
    const [command] = this.commands.splice(index, 1);
    if (!command) return;
    const deliver = await command.execute().then(
      (value) => () => command.resolve(value),
      (error: Error) => () => command.reject(error),
    );
    this.replies.push({ command, deliver });
  }

  async executeOrphan(): Promise<void> {
    await this.orphans
      .shift()
      ?.execute()
      .catch(() => {});
  }

  /** The first reply arrives. */
  deliver(): void {
    this.replies.shift()?.deliver();
  }

  /** Ends the connection; the store still receives the first `sent` commands. */
  break(sent = 0): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    const commands = this.commands.splice(0);
    this.orphans.push(...commands.slice(0, sent));
    const executed = this.replies.splice(0).map(({ command }) => command);
    for (const command of [...executed, ...commands]) command.reject(new Error("the connection broke"));
    for (const listener of this.onClose) listener();
  }
}

/** Lets the processes continue until each of them waits for a store or a caller. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await turnOfEventLoop();
}
