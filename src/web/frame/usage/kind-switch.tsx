// Chooses how requests are stacked: by endpoint or by status.
import { SegmentedControl } from "@mantine/core";
import type { Kind } from "./usage-chart.tsx";

const kinds = [
  { value: "route", label: "Endpoint" },
  { value: "status", label: "Status" },
];

export function KindSwitch({ value, onChange }: { value: Kind; onChange(kind: Kind): void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Stacked by"
      data={kinds}
      value={value}
      onChange={(kind) => onChange(kind as Kind)}
    />
  );
}
