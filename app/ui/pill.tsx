import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconShape } from "./icon";

const tones = {
  neutral: "bg-sunken text-ink-soft",
  primary: "bg-primary-tint text-primary-strong",
  accent: "bg-accent-tint text-accent-strong",
  success: "bg-success-tint text-success",
  warning: "bg-warning-tint text-warning",
  progress: "bg-progress-tint text-progress",
  error: "bg-error-tint text-error",
  info: "bg-info-tint text-info",
};

export type Tone = keyof typeof tones;

type PillProps = { tone?: Tone; icon?: IconShape; children: ReactNode };

/** Maximum length in characters without line breaks; longer texts are rendered as a wrapping box. */
const longest = 28;

/** A state as text; the colour is only an addition. */
export function Pill({ tone = "neutral", icon, children }: PillProps) {
  const isLong = typeof children === "string" && children.length > longest;
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1 px-2.5 py-0.5 font-semibold text-14",
        isLong ? "wrap-anywhere rounded-control" : "whitespace-nowrap rounded-full",
        tones[tone],
      )}
    >
      {icon && <Icon of={icon} size={16} />}
      {children}
    </span>
  );
}
