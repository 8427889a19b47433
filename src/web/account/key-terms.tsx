// The fields of a key that its owner decides: name, expiry and allowed addresses.
import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { addDays } from "../../lib/calendar-date.ts";
import { todayUtc } from "../../lib/clock.ts";
import { KeyName } from "../frame/keys/key-table.tsx";

interface Terms {
  name: string;
  expiresAt: string | null;
  allowlist: string[];
}

const noTerms: Terms = { name: "", expiresAt: null, allowlist: [] };

/** The last day on which a key is valid: it expires when the next one begins, or during it. */
const lastDayOf = (expiresAt: string | null): string =>
  expiresAt === null ? "" : new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10);

const endOf = (day: string): string | null => (day === "" ? null : `${addDays(day, 1)}T00:00:00Z`);

/** The fields, and what they say; an expiry that is not changed stays exactly as it is. */
export function useKeyTerms(given: Terms = noTerms) {
  const [name, setName] = useState(given.name);
  const [lastDay, setLastDay] = useState(lastDayOf(given.expiresAt));
  const [addresses, setAddresses] = useState(given.allowlist.join("\n"));
  const terms: Terms = {
    name,
    expiresAt: lastDay === lastDayOf(given.expiresAt) ? given.expiresAt : endOf(lastDay),
    allowlist: addresses.split(/[\s,;]+/).filter(Boolean),
  };
  const fields = (
    <>
      <KeyName
        description="Where you will use it, so that you recognize it later"
        placeholder="first"
        value={name}
        onChange={setName}
      />
      <TextInput
        type="date"
        label="Last day (UTC)"
        description="Empty: the key does not expire"
        min={todayUtc()}
        value={lastDay}
        onChange={(event) => setLastDay(event.currentTarget.value)}
      />
      <Textarea
        label="Allowed addresses"
        description="IPv4 and IPv6 addresses and CIDR blocks, one per line. Empty: any address"
        placeholder={"203.0.113.7\n2001:db8::/32"}
        rows={3}
        value={addresses}
        onChange={(event) => setAddresses(event.currentTarget.value)}
      />
    </>
  );
  return { terms, fields };
}
