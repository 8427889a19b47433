// The e-mail field of the sign-up and sign-in forms.
import { TextInput } from "@mantine/core";

export function EmailInput({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <TextInput
      label="E-mail"
      type="email"
      name="email"
      autoComplete="username"
      required
      autoFocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
