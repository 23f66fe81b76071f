import type { LinkProps } from "@remix-run/react";
import { Link } from "@remix-run/react";
import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconShape } from "./icon";
import { Spinner } from "./spinner";

type ButtonLook = {
  /** At most one primary button per screen. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  /** Height: small 36, medium 44, large 56 px (a child's main action). */
  size?: "small" | "medium" | "large";
  icon?: IconShape;
  /** After the text. */
  iconAfter?: IconShape;
  wide?: boolean;
};

/** The classes of a button, for elements that look like one. */
export function buttonClasses({ variant = "secondary", size = "medium", wide }: ButtonLook): string {
  return classes(`button button-${variant} button-${size}`, wide && "w-full");
}

type ContentProps = Pick<ButtonLook, "icon" | "iconAfter"> & { children: ReactNode };

function Content({ icon, iconAfter, children }: ContentProps) {
  return (
    <>
      {icon && <Icon of={icon} />}
      <span className="min-w-0">{children}</span>
      {iconAfter && <Icon of={iconAfter} />}
    </>
  );
}

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Shows a spinner instead of the icon and ignores clicks. */
    busy?: boolean;
  };

/** A button labelled with a verb ('Save pupil'). Submits the form unless `type` says otherwise. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, icon, iconAfter, wide, busy, className, children, onClick, type = "submit", ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(buttonClasses({ variant, size, wide }), className)}
      {...rest}
    >
      {busy && <Spinner />}
      <Content icon={busy ? undefined : icon} iconAfter={iconAfter}>
        {children}
      </Content>
    </button>
  );
});

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & {
  icon: IconShape;
  /** Accessible name, also shown as tooltip. */
  label: string;
  size?: 36 | 44 | 56;
};

const sizes = { 36: "size-9", 44: "size-11", 56: "size-14" };

/** A button with only an icon; prefer visible text if there is room. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { icon, label, size = 44, className, type = "button", ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type={type}
      aria-label={label}
      title={label}
      {...rest}
      className={classes(
        "inline-flex shrink-0 items-center justify-center rounded-control text-ink-soft transition hover:bg-primary-tint hover:text-primary",
        sizes[size],
        className,
      )}
    >
      <Icon of={icon} size={size === 56 ? 24 : 20} />
    </button>
  );
});

type LinkButtonProps = ButtonLook & LinkProps;

/** A link that looks like a button. */
export function LinkButton(props: LinkButtonProps) {
  const { variant, size, icon, iconAfter, wide, className, children, ...rest } = props;
  return (
    <Link className={classes(buttonClasses({ variant, size, wide }), className)} {...rest}>
      <Content icon={icon} iconAfter={iconAfter}>
        {children}
      </Content>
    </Link>
  );
}
