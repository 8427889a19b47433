// The drawer of the row whose id is in the URL.
import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";

interface RowDrawerProps {
  title: string;
  /** from the URL; a value that is not an id opens no drawer */
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
