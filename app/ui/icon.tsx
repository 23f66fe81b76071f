import type { LucideIcon } from "lucide-react";
import { classes } from "./classes";

export type IconShape = LucideIcon;

type IconProps = {
  of: IconShape;
  /** Side in px. */
  size?: 16 | 20 | 24 | 32 | 40;
  /** What it says to those who don't see it; without one it is decoration. */
  label?: string;
  className?: string;
};

/** One stroke weight and one way of hiding for all icons. */
export function Icon({ of: Shape, size = 20, label, className }: IconProps) {
  const meaning = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return <Shape size={size} strokeWidth={2} className={classes("shrink-0", className)} {...meaning} />;
}
