// A caller whose side of the connection has ended (FIN) may wait for its answers, or may be gone: TCP tells the two apart only when
// something is sent. An answer that takes its time is therefore announced with an interim response, which every HTTP/1.1 client
// skips (RFC 9110, section 15.2); the system of a caller that is gone resets the connection, and its work can be cancelled.
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** milliseconds from the end of the input to the interim response, and from then on between two checks */
const checkMs = 1_000;

/** `running`: the responses that are not finished, in the order of their requests. To be called before connections come. */
export function detectGoneCallers(server: Server, running: Iterable<ServerResponse>): void {
  server.on("connection", (socket) => {
    socket.once("end", () => {
      // nearly always nothing is pending
      if (!firstOn(socket, running)) return;
      let isAnnounced = false;
      const timer = setInterval(() => {
        const response = firstOn(socket, running);
        if (!response || !socket.writable) clearInterval(timer);
        // of no bytes: fails where the connection was reset
        else if (isAnnounced) socket.write("");
        else if (!response.headersSent && response.req.httpVersion === "1.1") {
          response.writeContinue();
          isAnnounced = true;
        }
      }, checkMs).unref();
      socket.once("close", () => clearInterval(timer));
    });
  });
}

function firstOn(socket: Socket, running: Iterable<ServerResponse>): ServerResponse | undefined {
  for (const response of running) if (response.req.socket === socket) return response;
  return undefined;
}
