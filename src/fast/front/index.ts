// The interface of the front: what other folders may import. README.md states its gain.
export { createFront, type Front, type FrontOptions } from "./front.ts";
export { InnerSocket } from "./inner-socket.ts";
