// A caller that has ended its side of the connection (FIN) may wait for its responses or may have closed the
// connection: TCP shows the difference only when data is sent. A slow response is therefore preceded by an interim
// response, which every HTTP/1.1 client skips (RFC 9110, section 15.2). If the caller has closed the connection, its
// system resets it, and the request can be cancelled.
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** milliseconds from the end of the input to the interim response, and then between two checks */
const checkMs = 1_000;

/**
 * `running`: the responses that are not finished, in the order of their requests. Call it before the server listens.
 */
export function detectGoneCallers(server: Server, running: Iterable<ServerResponse>): void {
  server.on("connection", (socket) => {
    socket.once("end", () => {
      // nearly always nothing is pending
      if (!firstOn(socket, running)) return;
      let isAnnounced = false;
      const timer = setInterval(() => {
        const response = firstOn(socket, running);
        if (!response || !socket.writable) clearInterval(timer);
        // an empty write fails where the connection was reset
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
