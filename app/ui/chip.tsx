import { X } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconShape } from "./icon";
import { Link } from "./link";

const look = "inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-4 font-semibold transition";
const sizes = { small: "min-h-9 text-14", large: "min-h-12 text-16" };

type ChipLinkProps = {
  to: string;
  isChosen?: boolean;
  icon?: IconShape;
  size?: keyof typeof sizes;
  children: ReactNode;
};

/** A filter that says what it does and leads to the list as it will be. */
export function ChipLink({ to, isChosen, icon, size = "small", children }: ChipLinkProps) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isChosen ? "true" : undefined}
      className={classes(
        look,
        sizes[size],
        isChosen
          ? "border-primary bg-primary text-on-primary"
          : "border-line-strong bg-raised text-ink hover:border-primary hover:bg-primary-tint",
      )}
    >
      {icon && <Icon of={icon} size={16} />}
      {children}
    </Link>
  );
}

/** A filter that is on; the cross leads to the list without it. */
export function RemovableChip({ to, label, removeLabel }: { to: string; label: string; removeLabel: string }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-label={removeLabel}
      className={classes(look, sizes.small, "border-primary bg-primary-tint text-ink hover:border-error")}
    >
      {label}
      <Icon of={X} size={16} />
    </Link>
  );
}
