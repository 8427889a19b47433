// The drawer of the row that an address names by its id.
import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";

interface RowDrawerProps {
  title: string;
  /** as it is in the address; a value that is not an id opens nothing */
  row: string | undefined;
  onClose(): void;
  children(id: number): ReactNode;
}

export function RowDrawer({ title, row = "", onClose, children }: RowDrawerProps) {
  const isId = /^\d{1,16}$/.test(row);
  return (
    <Drawer opened={isId} onClose={onClose} position="right" size="lg" title={title}>
      {isId && children(Number(row))}
    </Drawer>
  );
}
