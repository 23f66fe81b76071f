import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconShape } from "./icon";
import { X } from "./icons";

type ChipLinkProps = {
  to: string;
  isChosen?: boolean;
  icon?: IconShape;
  size?: "small" | "large";
  children: ReactNode;
};

/** A filter as a link to the filtered list. */
export function ChipLink({ to, isChosen, icon, size = "small", children }: ChipLinkProps) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isChosen ? "true" : undefined}
      className={classes("chip", size === "large" && "chip-large", isChosen && "chip-chosen")}
    >
      {icon && <Icon of={icon} size={16} />}
      {children}
    </Link>
  );
}

type RemovableChipProps = { to: string; label: string; removeLabel: string };

/** An active filter; the link removes it. */
export function RemovableChip({ to, label, removeLabel }: RemovableChipProps) {
  return (
    <Link to={to} preventScrollReset aria-label={removeLabel} className="chip chip-removable">
      {label}
      <Icon of={X} size={16} />
    </Link>
  );
}
