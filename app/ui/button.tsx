import type { LinkProps } from "@remix-run/react";
import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconShape } from "./icon";
import { Link } from "./link";
import { Spinner } from "./spinner";

export type ButtonLook = {
  /** One primary a screen. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  /** Height: small 36, medium 44, large 56 px (a child's main action). */
  size?: "small" | "medium" | "large";
  icon?: IconShape;
  /** Stands behind the words. */
  iconAfter?: IconShape;
  /** Takes the whole width. */
  wide?: boolean;
};

const variants = {
  primary: "bg-primary text-on-primary shadow-low hover:bg-primary-strong active:translate-y-px",
  secondary: "border border-line-strong bg-raised text-ink hover:border-primary hover:bg-primary-tint",
  quiet: "text-primary hover:bg-primary-tint",
  danger: "border border-error bg-raised text-error hover:bg-error-tint",
};

const sizes = {
  small: "min-h-9 gap-1.5 px-3 py-1 text-14",
  medium: "min-h-11 gap-2 px-4 py-2 text-16",
  large: "min-h-14 gap-3 px-6 py-3 text-18",
};

/** The classes of a button, for elements that must look like one. */
export function buttonClasses({ variant = "secondary", size = "medium", wide }: ButtonLook): string {
  return classes(
    "inline-flex select-none items-center justify-center rounded-control text-center font-semibold transition",
    "disabled:cursor-not-allowed disabled:opacity-55",
    variants[variant],
    sizes[size],
    wide && "w-full",
  );
}

function Content({ icon, iconAfter, children }: Pick<ButtonLook, "icon" | "iconAfter"> & { children: ReactNode }) {
  return (
    <>
      {icon && <Icon of={icon} />}
      <span className="min-w-0">{children}</span>
      {iconAfter && <Icon of={iconAfter} />}
    </>
  );
}

export type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Work is going on: a ring instead of the icon, presses do nothing. */
    busy?: boolean;
  };

/** Does something. Its words are the verb ('Save pupil'). Submits the form unless `type` says otherwise. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, icon, iconAfter, wide, busy, className, children, onClick, type = "submit", ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type={type}
      {...rest}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(buttonClasses({ variant, size, wide }), className)}
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
  /** Its name, shown to screen readers and as a tooltip of the browser. */
  label: string;
  size?: 36 | 44 | 56;
};

const squares = { 36: "size-9", 44: "size-11", 56: "size-14" };

/** A button that is only an icon; where there is room, put a word under it instead. */
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
        squares[size],
        className,
      )}
    >
      <Icon of={icon} size={size === 56 ? 24 : 20} />
    </button>
  );
});

export type LinkButtonProps = ButtonLook & LinkProps;

/** Leads somewhere and looks like a button. */
export function LinkButton({ variant, size, icon, iconAfter, wide, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classes(buttonClasses({ variant, size, wide }), className)}>
      <Content icon={icon} iconAfter={iconAfter}>
        {children}
      </Content>
    </Link>
  );
}
