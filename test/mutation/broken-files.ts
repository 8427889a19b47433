// A test file whose import or hook throws has no failed test, only skipped ones or none, which Stryker counts as a change that no
// test noticed. Here one of its tests is reported as failed; where it has none, the first test of the run (loads.ts).
import type { Vite, Vitest } from "vitest/node";

type File = ReturnType<Vitest["state"]["getFiles"]>[number];
type Task = File["tasks"][number];

export function noticesBrokenFiles(): Vite.Plugin {
  return {
    name: "notices-broken-files",
    configureVitest({ vitest: { state } }) {
      const getFiles = state.getFiles.bind(state);
      state.getFiles = (...requested) => {
        const files = getFiles(...requested);
        for (const file of files) if (isBroken(file)) markFailed(file, testsOf(file)[0] ?? files.flatMap(testsOf)[0]);
        return files;
      };
    },
  };
}

const isBroken = (file: File) =>
  file.result?.state === "fail" && testsOf(file).every(({ result }) => result?.state !== "fail");

function markFailed({ result }: File, test: Task | undefined): void {
  if (test) Object.assign(test, { mode: "run", result: { state: "fail", errors: result?.errors } });
}

const testsOf = ({ tasks }: { tasks: Task[] }): Task[] =>
  tasks.flatMap((task) => (task.type === "suite" ? testsOf(task) : [task]));
