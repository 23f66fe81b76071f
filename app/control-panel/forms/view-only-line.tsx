import type { ReactNode } from "react";

/** Read-only value in place of a field. */
export function ViewOnlyLine({
  label,
  value,
  children,
}: {
  label: string;
  value: string | null | undefined;
  /** Further lines, as `dd`. */
  children?: ReactNode;
}) {
  return (
    <dl>
      <dt className="font-semibold">{label}</dt>
      <dd className={value ? "wrap-anywhere" : "text-ink-faint"}>{value || "–"}</dd>
      {children}
    </dl>
  );
}
