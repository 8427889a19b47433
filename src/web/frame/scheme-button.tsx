// Switches between light and dark. The choice is stored and shared with the documentation.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";

export function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme() === "dark";
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label="Dark colours"
      aria-pressed={isDark}
      onClick={() => setColorScheme(isDark ? "light" : "dark")}
    >
      <span aria-hidden="true">◐</span>
    </ActionIcon>
  );
}
