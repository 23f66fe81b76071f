import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconShape } from "./icon";
import { plain } from "./written";

const tones = {
  neutral: "bg-sunken text-ink-soft",
  primary: "bg-primary-tint text-primary-strong",
  accent: "bg-accent-tint text-accent-strong",
  success: "bg-success-tint text-success",
  warning: "bg-warning-tint text-warning",
  error: "bg-error-tint text-error",
  info: "bg-info-tint text-info",
};

export type Tone = keyof typeof tones;

type BadgeProps = { tone?: Tone; icon?: IconShape; children: ReactNode };

/** A state in a word. Never by colour alone: the word says it. */
export const Badge = plain(function Badge({ tone = "neutral", icon, children }: BadgeProps) {
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-0.5 font-semibold text-14",
        tones[tone],
      )}
    >
      {icon && <Icon of={icon} size={16} />}
      {children}
    </span>
  );
});
