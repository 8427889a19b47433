// The field for a new password, with the lengths that the service accepts.
import { PasswordInput } from "@mantine/core";
import { useSession } from "./use-session.ts";

interface NewPasswordProps {
  label: string;
  name?: string;
  autoFocus?: boolean;
  value: string;
  onChange(value: string): void;
}

export function NewPassword({ onChange, ...field }: NewPasswordProps) {
  const length = useSession().data?.passwordLength;
  return (
    <PasswordInput
      {...field}
      description={length ? `${length.least} to ${length.most} characters` : " "}
      autoComplete="new-password"
      required
      minLength={length?.least}
      maxLength={length?.most}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
