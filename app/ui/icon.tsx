import type { LucideIcon } from "lucide-react";
import { isValidElement, type ReactElement, type ReactNode } from "react";
import { classes } from "./classes";
import { plain, written } from "./written";

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
function DrawnIcon({ of: Shape, size = 20, label, className }: IconProps) {
  return <Shape {...attributesOf({ size, label, className })} />;
}

function attributesOf({ size = 20, label, className }: Omit<IconProps, "of">) {
  const meaning = label ? { role: "img", "aria-label": label } : { "aria-hidden": true as const };
  return { size, strokeWidth: 2, className: classes("shrink-0", className), ...meaning };
}

/**
 * Where a page is written an icon is worked out once, its lines as one text: a page has thirty of them, and they never change. The
 * element is the same one that the browser draws. Decision 31.
 */
function WrittenIcon({ of: Shape, ...look }: IconProps) {
  const known = looks.get(Shape) ?? new Map<string, ReactElement>();
  looks.set(Shape, known);
  const key = `${look.size} ${look.label ?? ""} ${look.className ?? ""}`;
  const element = known.get(key) ?? written(drawn(<Shape {...attributesOf(look)} />));
  // Some icons are called by what stands in the data: those are not kept.
  if (known.size < mostLooks) known.set(key, element);
  return element;
}

const looks = new WeakMap<IconShape, Map<string, ReactElement>>();
const mostLooks = 100;

type Forwarding = { render?: (props: object, ref: null) => ReactNode };

/** The element of the page that a component made of forwarded parts comes down to. */
function drawn(element: ReactElement): ReactElement {
  const { render } = element.type as Forwarding;
  if (typeof element.type === "string" || !render) return element;
  const inner = render(element.props, null);
  return isValidElement(inner) ? drawn(inner) : element;
}

export const Icon = plain(typeof document === "undefined" ? WrittenIcon : DrawnIcon);
