import { X } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconShape } from "./icon";
import { Link } from "./link";
import { plain } from "./written";

type ChipLinkProps = {
  to: string;
  isChosen?: boolean;
  icon?: IconShape;
  size?: "small" | "large";
  children: ReactNode;
};

/** A filter that says what it does and leads to the list as it will be. */
export const ChipLink = plain(function ChipLink({ to, isChosen, icon, size = "small", children }: ChipLinkProps) {
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
});

type RemovableChipProps = { to: string; label: string; removeLabel: string };

/** A filter that is on; the cross leads to the list without it. */
export const RemovableChip = plain(function RemovableChip({ to, label, removeLabel }: RemovableChipProps) {
  return (
    <Link to={to} preventScrollReset aria-label={removeLabel} className="chip chip-removable">
      {label}
      <Icon of={X} size={16} />
    </Link>
  );
});
