// `npm start`: runs the service until it is told to end.
import { runService } from "./start/run.ts";

// connections that still linger must not keep a process whose work is done
process.exit(await runService());
