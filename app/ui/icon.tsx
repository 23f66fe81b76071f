import type { LucideIcon } from "lucide-react";
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";
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
  const known = written.get(Shape) ?? new Map<string, ReactElement>();
  written.set(Shape, known);
  const key = `${look.size} ${look.label ?? ""} ${look.className ?? ""}`;
  const element = known.get(key) ?? withLinesAsText(drawn(<Shape {...attributesOf(look)} />));
  // Some icons are called by what stands in the data: those are not kept.
  if (known.size < mostLooks) known.set(key, element);
  return element;
}

const written = new WeakMap<IconShape, Map<string, ReactElement>>();
const mostLooks = 100;

type Forwarding = { render?: (props: object, ref: null) => ReactNode };

/** The element of the page that a component made of forwarded parts comes down to. */
function drawn(element: ReactElement): ReactElement {
  const { render } = element.type as Forwarding;
  if (typeof element.type === "string" || !render) return element;
  const inner = render(element.props, null);
  return isValidElement(inner) ? drawn(inner) : element;
}

function withLinesAsText(svg: ReactElement): ReactElement {
  if (svg.type !== "svg") return svg;
  const lines = Children.toArray(svg.props.children).map(lineAsText);
  if (lines.includes(null)) return svg;
  return cloneElement(svg, { children: undefined, dangerouslySetInnerHTML: { __html: lines.join("") } });
}

/** null for what is more than a line: its attributes would have to be translated. */
function lineAsText(line: ReactNode): string | null {
  if (!isValidElement<Record<string, unknown>>(line) || typeof line.type !== "string") return null;
  const attributes = Object.entries(line.props);
  if (!attributes.every(([name, value]) => plainAttributes.has(name) && /^[\w\s.,-]*$/.test(String(value))))
    return null;
  return `<${line.type}${attributes.map(([name, value]) => ` ${name}="${value}"`).join("")}></${line.type}>`;
}

const plainAttributes = new Set("cx cy d height points r rx ry width x x1 x2 y y1 y2".split(" "));

export const Icon = typeof document === "undefined" ? WrittenIcon : DrawnIcon;
