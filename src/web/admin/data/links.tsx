// The way from a name to the page of what bears it. Names are foreign text.
import { Link } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";

interface DataLinkProps {
  to: "companies" | "insiders" | "politicians" | "committees" | "clusters";
  id: string;
  className?: string | undefined;
  /** where the name is cut off, or is not what stands there */
  title?: string;
  children: string;
}

export function DataLink({ to, id, children, ...looks }: DataLinkProps) {
  return (
    <Link to={`/admin/data/${to}/${encodeURIComponent(id)}`} {...looks}>
      <ForeignText>{children}</ForeignText>
    </Link>
  );
}
