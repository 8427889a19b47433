// The interface of the front: what other folders may import. README.md says what it buys.
export { createFront, type Front, type FrontOptions } from "./front.ts";
export { InnerSocket } from "./inner-socket.ts";
