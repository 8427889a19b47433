// How a user signs in: the sessions, each of which can be ended, and the second factor.
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { instant, relative, shortened, useNow } from "./format.ts";
import { FormDialog, FormFailure } from "./forms.tsx";
import { Page } from "./page.tsx";
import { Panel } from "./panel.tsx";
import {
  confirmSecondFactor,
  disableSecondFactor,
  endOtherSessions,
  endSession,
  readSecurity,
  setUpSecondFactor,
} from "./session.ts";
import { type Column, DataTable } from "./table/data-table.tsx";
import { CopyButton, ForeignText } from "./text.tsx";

type Security = Awaited<ReturnType<typeof readSecurity>>;
type Session = Security["sessions"][number];

const securityKey = ["security"];

/** A change after which sessions and second factor are read again. */
function useSecurityChange<Given, Result>(mutationFn: (given: Given) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: securityKey }) });
}

/** The page of an administrator, who need not have an account. */
export function SecurityPage() {
  return (
    <Page title="Settings" summary="How you sign in.">
      <SecurityPanels />
    </Page>
  );
}

export function SecurityPanels() {
  const security = useQuery({ queryKey: securityKey, queryFn: ({ signal }) => readSecurity(signal) });
  return (
    <>
      <SecondFactorPanel security={security} />
      <SessionsPanel security={security} />
    </>
  );
}

/** The first that a User-Agent names; most name several, for old servers. */
const browsers = ["Edg", "OPR", "Firefox", "Chrome", "Safari"];
const systems = ["Android", "iPhone", "iPad", "Windows", "Mac OS X", "Linux"];
const shownNames: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS" };

/** `Firefox on Linux`; the whole text of a program that is none of these. */
function nameOf(userAgent: string | null): string {
  if (userAgent === null) return "unknown";
  const [browser, system] = [browsers, systems].map((names) => names.find((name) => userAgent.includes(name)));
  if (!browser || !system) return shortened(userAgent, 60);
  return `${shownNames[browser] ?? browser} on ${shownNames[system] ?? system}`;
}

function SessionsPanel({ security }: { security: UseQueryResult<Security, Error> }) {
  const ending = useSecurityChange(endSession);
  const endingOthers = useSecurityChange(endOtherSessions);
  const now = useNow();
  const columns: Column<Session>[] = [
    {
      id: "browser",
      head: "Browser",
      narrow: "first",
      cell: ({ browser, isCurrent }) => (
        <>
          {isCurrent && <strong>This session · </strong>}
          <span title={browser ?? undefined}>
            <ForeignText>{nameOf(browser)}</ForeignText>
          </span>
        </>
      ),
    },
    { id: "address", head: "Address", narrow: "second", cell: ({ address }) => <code>{address ?? "unknown"}</code> },
    {
      id: "used",
      head: "Last used",
      hint: "to the hour",
      narrow: "second",
      cell: ({ lastUsedAt, isCurrent }) => (
        <span title={`${instant(lastUsedAt)} UTC`}>{isCurrent ? "now" : relative(lastUsedAt, now)}</span>
      ),
    },
    {
      id: "created",
      head: "Signed in (UTC)",
      cell: ({ createdAt }) => <time dateTime={createdAt}>{instant(createdAt)}</time>,
    },
    {
      id: "actions",
      head: "Actions",
      actions: true,
      narrow: "second",
      cell: ({ id, isCurrent, address }) =>
        !isCurrent && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Sign out the session of ${address ?? "unknown address"}`}
            onClick={() => ending.mutate(id)}
          >
            Sign out
          </Button>
        ),
    },
  ];
  const hasOthers = (security.data?.sessions.length ?? 0) > 1;
  return (
    <Panel
      title="Sessions"
      query={security}
      height={60}
      actions={
        hasOthers && (
          <Button size="compact-md" variant="default" onClick={() => endingOthers.mutate(undefined)}>
            Sign out all others
          </Button>
        )
      }
    >
      {({ sessions }) => (
        <>
          <FormFailure error={ending.error ?? endingOthers.error} />
          <DataTable label="Sessions" rows={sessions} keyOf={({ id }) => id} columns={columns} />
        </>
      )}
    </Panel>
  );
}

function SecondFactorPanel({ security }: { security: UseQueryResult<Security, Error> }) {
  const [dialog, setDialog] = useState<"on" | "off">();
  const close = () => setDialog(undefined);
  return (
    <Panel title="Second factor" query={security} height={36}>
      {({ hasSecondFactor }) => (
        <>
          <p>
            {hasSecondFactor
              ? "✓ On. Each sign-in needs a code from your authenticator app. "
              : "Off. With it, a sign-in needs a code from an authenticator app beside the password. "}
            <Button size="compact-sm" variant="default" onClick={() => setDialog(hasSecondFactor ? "off" : "on")}>
              {hasSecondFactor ? "Turn off" : "Set up"}
            </Button>
          </p>
          {dialog === "on" && <SetUp onClose={close} />}
          {dialog === "off" && <TurnOff onClose={close} />}
        </>
      )}
    </Panel>
  );
}

interface PasswordProps {
  value: string;
  onChange(value: string): void;
}

export function CurrentPassword({ value, onChange }: PasswordProps) {
  return (
    <PasswordInput
      label="Current password"
      autoComplete="current-password"
      required
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The password, then the secret and the backup codes, shown once, and the first code. */
function SetUp({ onClose }: { onClose(): void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const begin = useMutation({ mutationFn: setUpSecondFactor });
  const confirm = useSecurityChange(confirmSecondFactor);
  if (!begin.data)
    return (
      <FormDialog
        title="Set up the second factor"
        action="Continue"
        change={begin}
        onSubmit={() => begin.mutate(password)}
        onClose={onClose}
      >
        <CurrentPassword value={password} onChange={setPassword} />
      </FormDialog>
    );
  const { secret, uri, backupCodes } = begin.data;
  return (
    <FormDialog
      title="Set up the second factor"
      action="Turn on"
      change={confirm}
      onSubmit={() => confirm.mutate(code, { onSuccess: onClose })}
      onClose={onClose}
    >
      <div>
        1. Add this secret to your authenticator app, or <a href={uri}>open it in an app on this device</a>.
        <br />
        <code data-testid="secret">{secret}</code> <CopyButton text={secret} label="Copy secret" />
      </div>
      <div>
        2. Save the backup codes. Each replaces a code of the app once. They are shown only now.
        <pre>{backupCodes.join("\n")}</pre>
        <CopyButton text={backupCodes.join("\n")} label="Copy backup codes" />
      </div>
      <TextInput
        label="3. Code from the app"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function TurnOff({ onClose }: { onClose(): void }) {
  const [password, setPassword] = useState("");
  const change = useSecurityChange(disableSecondFactor);
  return (
    <FormDialog
      title="Turn off the second factor"
      action="Turn off"
      change={change}
      onSubmit={() => change.mutate(password, { onSuccess: onClose })}
      onClose={onClose}
    >
      <div>The password alone will be enough to sign in. The backup codes stop working.</div>
      <CurrentPassword value={password} onChange={setPassword} />
    </FormDialog>
  );
}
