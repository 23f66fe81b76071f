import { classes } from "./classes";
import type * as icons from "./icons";
import sprite from "./icons.svg?no-inline";

/** The name of a symbol in the sprite. */
export type IconShape = (typeof icons)[keyof typeof icons];

type IconProps = {
  of: IconShape;
  /** Side in px. */
  size?: 16 | 20 | 24 | 32 | 40;
  /** What it says to those who don't see it; without one it is decoration. */
  label?: string;
  className?: string;
};

/** One symbol of the sprite, drawn in the colour of the text around it. */
export function Icon({ of, size = 20, label, className }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      className={classes("icon", className)}
      role={label && "img"}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={`${sprite}#${of}`} />
    </svg>
  );
}
