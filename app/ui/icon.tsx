import { classes } from "./classes";
import type * as icons from "./icons";
import sprite from "./icons.svg?no-inline";

/** Name of a symbol in the sprite. */
export type IconShape = (typeof icons)[keyof typeof icons];

type IconProps = {
  of: IconShape;
  /** Width and height in px. */
  size?: 16 | 20 | 24 | 32 | 40;
  /** Accessible name; without one the icon is decorative. */
  label?: string;
  className?: string;
};

/** A symbol of the sprite in the current text colour. */
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
