// The first request: a sample with the real URL and a notice when it arrives; later, the status of the last request.
import { Link } from "@tanstack/react-router";
import { firstAddress } from "../../frame/first-address.ts";
import { Arrival } from "../../frame/keys/arrival.tsx";
import { Samples } from "../../frame/samples.tsx";
import type { AccountHomeQuery } from "../../generated/operations.ts";

export function FirstRequest({ viewer }: { viewer: AccountHomeQuery["viewer"] }) {
  if (!viewer.keys.some(({ state }) => state === "active"))
    return (
      <p>
        First{" "}
        <Link to="/account/keys" search={{ create: "true" }}>
          create a key
        </Link>
        . It is shown once, with samples ready to paste.
      </p>
    );
  return (
    <>
      <Samples request={{ url: firstAddress() }} />
      <Arrival mark={viewer.lastRequest} remaining={viewer.limits.day.remaining} />
    </>
  );
}
