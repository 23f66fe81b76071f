import { cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from "react";

/**
 * Parts of a page that are nothing but elements with their attributes and words are written here, as one text, and handed to the
 * page's writer whole: it asks of each element and attribute what it might be, which for a list costs more than all the rest of the
 * page. The text is made anew for each page out of what stands in the part, and is the writer's own to the letter; whatever is more
 * than plain is left to it. In a browser all of this does nothing. Decision 31.
 */

type Component = (props: never) => ReactNode;
type Forwarding = { render: (props: object, ref: null) => ReactNode };

const plainComponents = new WeakSet<object>();

/**
 * Says of a component that it is a plain function of what it is given: no state, no context, no id of its own. Such a one may be
 * written as a part's text.
 */
export function plain<Of extends object>(component: Of): Of {
  plainComponents.add(component);
  return component;
}

/** A part whose inside is written as one text where that can be; the same part in a browser. */
export const written: (part: ReactElement) => ReactElement =
  typeof document === "undefined" ? withInsideAsText : (part) => part;

function withInsideAsText(part: ReactElement): ReactElement {
  const element = elementOf(part);
  if (typeof element.type !== "string" || element.props.dangerouslySetInnerHTML) return part;
  const inside = textOf(element.props.children);
  if (inside === null) return part;
  return cloneElement(element, { children: undefined, dangerouslySetInnerHTML: { __html: inside } });
}

/** What plain components come down to. */
function elementOf(part: ReactElement): ReactElement {
  if (typeof part.type === "string" || !plainComponents.has(part.type)) return part;
  const made = outcomeOf(part);
  return isValidElement(made) ? elementOf(made as ReactElement) : part;
}

function outcomeOf({ type, props }: ReactElement): ReactNode {
  return typeof type === "function"
    ? (type as Component)(props as never)
    : (type as unknown as Forwarding).render(props, null);
}

/** What no text can be made of here. Made once: it is no failure, and nobody asks where it came from. */
class NotPlain extends Error {}
const notPlain = new NotPlain();

/** The text of nodes as the page's own writer writes them; null where some are more than plain. */
export function textOf(nodes: ReactNode): string | null {
  const text = new Text();
  try {
    text.add(nodes);
  } catch (error) {
    if (error === notPlain) return null;
    throw error;
  }
  return text.written;
}

class Text {
  written = "";
  /** The writer keeps two words side by side apart by a comment, since the browser would see them as one. */
  #endsInWords = false;

  add(node: ReactNode): void {
    if (typeof node === "string") this.#addWords(node);
    else if (typeof node === "number") this.#addWords(`${node}`);
    else if (Array.isArray(node)) for (const each of node) this.add(each);
    else if (typeof node === "object" && node !== null) this.#addElement(node);
  }

  #addWords(words: string): void {
    if (words === "") return;
    this.written += this.#endsInWords ? `<!-- -->${escaped(words)}` : escaped(words);
    this.#endsInWords = true;
  }

  #addElement(node: object): void {
    if (!isValidElement<Record<string, unknown>>(node)) throw notPlain;
    const { type, props } = node;
    if (typeof type === "string") this.#addTag(type, props);
    else if ((type as unknown) === Fragment) this.add(props.children as ReactNode);
    else if (plainComponents.has(type)) this.add(outcomeOf(node));
    else throw notPlain;
  }

  #addTag(tag: string, props: Record<string, unknown>): void {
    const isEmpty = emptyTags.has(tag);
    if (!isEmpty && !plainTags.has(tag)) throw notPlain;
    this.written += `<${tag}${tag === "input" ? attributesOfInput(props) : attributesOf(props)}${isEmpty ? "/>" : ">"}`;
    this.#endsInWords = false;
    if (isEmpty) return;
    const inner = props.dangerouslySetInnerHTML as { __html: string } | undefined;
    if (inner) this.written += inner.__html;
    else this.add(props.children as ReactNode);
    this.written += `</${tag}>`;
    this.#endsInWords = false;
  }
}

function attributesOf(props: Record<string, unknown>): string {
  let text = "";
  for (const name in props) text += attributeOf(name, props[name]);
  return text;
}

/** What is ticked and what is typed in comes last, whatever it is called. */
function attributesOfInput(props: Record<string, unknown>): string {
  let text = "";
  for (const name in props) if (!lastOfInput.has(name)) text += attributeOf(name, props[name]);
  const { checked = props.defaultChecked, value = props.defaultValue } = props;
  return text + attributeOf("checked", checked) + attributeOf("value", value);
}

const lastOfInput = new Set(["checked", "defaultChecked", "value", "defaultValue"]);

function attributeOf(name: string, value: unknown): string {
  if (value === undefined || value === null || notWritten.has(name)) return "";
  const written = attributeNames.get(name);
  if (typeof value === "string" || typeof value === "number") {
    if (written) return ` ${written}="${escaped(`${value}`)}"`;
    if (isFreelyNamed(name)) return ` ${name}="${escaped(`${value}`)}"`;
  } else if (typeof value === "boolean") {
    if (isFreelyNamed(name)) return ` ${name}="${value}"`;
    if (truths.has(name)) return value ? ` ${name}=""` : "";
  } else if (typeof value === "function" && /^on[A-Z]/.test(name)) return "";
  throw notPlain;
}

function isFreelyNamed(name: string): boolean {
  return name.startsWith("aria-") || name.startsWith("data-");
}

const special = /["&'<>]/;
const escapes: Record<string, string> = { '"': "&quot;", "&": "&amp;", "'": "&#x27;", "<": "&lt;", ">": "&gt;" };

function escaped(words: string): string {
  return special.test(words) ? words.replace(/["&'<>]/g, (sign) => escapes[sign] ?? "") : words;
}

const emptyTags = new Set(["br", "hr", "img", "input"]);
const plainTags = new Set(
  (
    "a b button caption circle dd details div dl dt ellipse fieldset form g h1 h2 h3 header label legend li line nav ol p path " +
    "polygon polyline rect section small span strong summary svg table tbody td th thead time tr ul"
  ).split(" "),
);

/** Names that stand in the page as they are called, and those that are called otherwise there. */
const attributeNames = new Map<string, string>(
  (
    "action className=class colSpan cx cy d fill formMethod height href htmlFor=for id lang maxLength " +
    "method name placeholder points r rel role rowSpan rx ry scope stroke strokeLinecap=stroke-linecap " +
    "strokeLinejoin=stroke-linejoin strokeWidth=stroke-width tabIndex=tabindex target title transform type value viewBox width " +
    "x x1 x2 xmlns y y1 y2"
  )
    .split(" ")
    .map((name) => name.split("=") as [string, string?])
    .map(([name, inPage]) => [name, inPage ?? name]),
);

const truths = new Set(["checked", "disabled", "hidden", "open"]);

/** What stands between an element's tags, or says something to the browser's script alone. */
const notWritten = new Set(["children", "dangerouslySetInnerHTML", "suppressHydrationWarning"]);
