// Parts of forms: the fields of an account, the search of a list, why a form was rejected, a dialog with one form, and a confirmation dialog
// that names the action and its object.
import { Button, Group, Modal, PasswordInput, Stack, TextInput } from "@mantine/core";
import { type ReactNode, type SyntheticEvent, useEffect, useState } from "react";
import classes from "./forms.module.css";
import { pageSearch } from "./letter-keys.ts";
import { RequestError } from "./operation.ts";
import { useSession } from "./session.ts";

interface NewPasswordProps {
  label: string;
  name?: string;
  autoFocus?: boolean;
  value: string;
  onChange(value: string): void;
}

/** The field for a new password, with the lengths that the service accepts. */
export function NewPassword({ onChange, ...field }: NewPasswordProps) {
  const length = useSession().data?.passwordLength;
  return (
    <PasswordInput
      {...field}
      description={length ? `${length.min} to ${length.max} characters` : " "}
      autoComplete="new-password"
      required
      minLength={length?.min}
      maxLength={length?.max}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Why a form was rejected: one text, announced by screen readers, with the request id if there is one. */
export function FormFailure({ error }: { error: Error | null }) {
  if (!error) return null;
  const failure = error instanceof RequestError ? error : undefined;
  return (
    <p className={classes.failure} role="alert">
      × {error.message}
      {failure?.retryAfter && ` Try again in ${failure.retryAfter} seconds.`}
      {failure?.requestId && failure.status >= 500 && (
        <>
          {" "}
          Request <code>{failure.requestId}</code>
        </>
      )}
    </p>
  );
}

interface FormDialogProps {
  title: string;
  /** the verb on the button */
  action: string;
  change: { isPending: boolean; error: Error | null };
  onSubmit(): void;
  onClose(): void;
  /** the fields */
  children: ReactNode;
}

export function FormDialog({ title, action, change, onSubmit, onClose, children }: FormDialogProps) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          {children}
          <FormFailure error={change.error} />
          <Button type="submit" loading={change.isPending}>
            {action}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

interface ConfirmProps {
  opened: boolean;
  title: string;
  /** describes the action and its object */
  children: ReactNode;
  /** the verb on the button */
  action: string;
  /** the action loses nothing */
  safe?: boolean;
  /** the action is disabled: a field must be filled in first */
  blocked?: boolean;
  busy: boolean;
  error: Error | null;
  onConfirm(): void;
  onClose(): void;
}

export function Confirm({
  opened,
  title,
  children,
  action,
  safe,
  blocked,
  busy,
  error,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack>
        <div>{children}</div>
        <FormFailure error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color={safe ? undefined : "bad"} loading={busy} disabled={blocked} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface SearchFieldProps {
  label: string;
  /** what may be searched for */
  hint: string;
  /** the text that the page shows results for */
  value: string | undefined;
  onSearch(text: string | undefined): void;
}

/** The search of a list, which `/` focuses. */
export function SearchField({ label, hint, value = "", onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const find = (event: SyntheticEvent) => {
    event.preventDefault();
    onSearch(text.trim() || undefined);
  };
  return (
    <search>
      <form onSubmit={find}>
        <Group gap={4} wrap="nowrap">
          <TextInput
            {...pageSearch}
            size="xs"
            miw={0}
            w={230}
            aria-label={label}
            placeholder={hint}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" size="xs" variant="default">
            Search
          </Button>
        </Group>
      </form>
    </search>
  );
}
