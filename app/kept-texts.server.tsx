import { randomBytes } from "node:crypto";
import { createElement, type ReactElement } from "react";
import { type Keeper, keepingBy } from "./ui/kept";

/**
 * Texts of a page's parts, as React once wrote them. A part that is known is a mark in what React writes, and its text is put there
 * when the page is finished; one that is not stands between two marks, and what stands between them is kept. What differs from page
 * to page within a part (a name, an address) is put into the places that are open for it. Decision 31.
 */

export type KeptTexts = {
  /**
   * @param write React's own writing of a page, in one go; null where it came to nothing
   * @returns the page as it would be without anything kept, to the letter
   */
  writing(language: string, write: () => string | null): string | null;
};

type Text = {
  /** What stands between the open places, and the number of the value that goes into each of them. */
  pieces: string[];
  places: number[];
  bytes: number;
  until: number;
};

/** A part of the page at hand: its text, or what it will be kept by. */
type Part = { text: Text | null; key: string; values: string[] };

/** `isWithin`: what is written now belongs to a part that will be kept, and so is kept with it. */
type Page = { parts: Part[]; isWithin: boolean; read: Read };

/** Characters of all texts and of what they are known by, of one of them, and milliseconds for which one is kept. */
const limits = { all: 8_000_000, one: 100_000, duration: 300_000 };

/** Nobody can guess it, so that nothing of anybody's data is taken for a mark. */
const word = randomBytes(12).toString("hex");
const mark = `kept-${word}`;
const opening = `<${mark} n="`;
const closing = `"></${mark}>`;

/** Stands for a value while a text is written for the first time: a whole path, since it may be where a link leads. */
const placeOf = (number: number) => `/open-${word}-${number}-`;
const places = new RegExp(`/open-${word}-(\\d+)-`);

export function createKeptTexts({ all, one, duration } = limits, now: () => number = Date.now): KeptTexts {
  // In the order in which they were kept: the oldest stands first.
  const texts = new Map<string, Text>();
  const names = new Map<unknown, number>();
  let bytesOfAll = 0;

  return {
    writing(language, write) {
      const time = now();
      const page: Page = { parts: [], isWithin: false, read: new Map() };
      const keeper: Keeper = (Component, props, open) => {
        const asked = page.isWithin ? null : read(props as Record<string, unknown>, open, page);
        if (asked === null) return createElement(Component, props);
        const key = `${nameOf(Component)} ${language} ${asked.key}`;
        const found = texts.get(key);
        const text = found && found.until > time ? found : null;
        const number = page.parts.push({ text, key, values: asked.values }) - 1;
        if (text) return markOf("text", number);
        return (
          <>
            <Edge page={page} isStart number={number} />
            {createElement(Component, asked.withPlaces as typeof props)}
            <Edge page={page} isStart={false} number={number} />
          </>
        );
      };
      const written = keepingBy(keeper, write);
      return written && finished(written, page.parts, (part, inner) => keep(part, inner, time));
    },
  };

  function nameOf(Component: unknown): number {
    const known = names.get(Component) ?? names.size;
    names.set(Component, known);
    return known;
  }

  function keep({ key }: Part, inner: string, time: number): Text {
    const parts = inner.split(places);
    const text = {
      pieces: parts.filter((_, index) => index % 2 === 0),
      places: parts.filter((_, index) => index % 2 === 1).map(Number),
      bytes: key.length + inner.length,
      until: time + duration,
    };
    if (text.bytes > one) return text;
    remove(key);
    texts.set(key, text);
    bytesOfAll += text.bytes;
    for (const [oldest, { until }] of texts) {
      if (bytesOfAll <= all && until > time) break;
      remove(oldest);
    }
    return text;
  }

  function remove(key: string): void {
    bytesOfAll -= texts.get(key)?.bytes ?? 0;
    texts.delete(key);
  }
}

/** Where a part that is written for the first time begins or ends. */
function Edge({ page, isStart, number }: { page: Page; isStart: boolean; number: number }) {
  page.isWithin = isStart;
  return markOf(isStart ? "start" : "end", number);
}

function markOf(kind: "text" | "start" | "end", number: number): ReactElement {
  return createElement(mark, { n: `${kind}${number}` });
}

/** The page with every mark gone. */
function finished(written: string, parts: readonly Part[], keep: (part: Part, inner: string) => Text): string {
  let whole = "";
  let from = 0;
  for (let at = written.indexOf(opening); at >= 0; at = written.indexOf(opening, from)) {
    const end = written.indexOf(closing, at);
    const [, kind, number] = /^([a-z]+)(\d+)$/.exec(written.slice(at + opening.length, end)) ?? [];
    const part = parts[Number(number)];
    if (!part) throw new Error("A mark that nobody made");
    const before = written.slice(from, at);
    if (kind === "end") whole += filled(keep(part, before), part.values);
    else whole += before;
    if (kind === "text" && part.text) whole += filled(part.text, part.values);
    from = end + closing.length;
  }
  return whole + written.slice(from);
}

function filled({ pieces, places }: Text, values: readonly string[]): string {
  let text = pieces[0] ?? "";
  for (let index = 0; index < places.length; index += 1) {
    text += escaped(values[places[index] ?? 0] ?? "") + pieces[index + 1];
  }
  return text;
}

const letters: Record<string, string> = { '"': "&quot;", "'": "&#x27;", "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** As React writes texts and attributes. */
function escaped(value: string): string {
  return value.replace(/["'&<>]/g, (letter) => letters[letter] ?? letter);
}

type Asked = { key: string; values: string[]; withPlaces: Record<string, unknown> };

/** Props as what a text is known by and what goes into it; null where they are more than data. */
function read(props: Record<string, unknown>, open: readonly string[], page: Page): Asked | null {
  const values: string[] = [];
  const opened = (value: unknown): unknown =>
    typeof value === "string" && value !== "" ? placeOf(values.push(value) - 1) : value;
  const withPlaces = { ...props };
  for (const name of open) {
    const value = props[name];
    withPlaces[name] = Array.isArray(value) ? value.map(opened) : opened(value);
  }
  let key = "";
  for (const name of Object.keys(withPlaces)) {
    const value = withPlaces[name];
    // Nothing of it is written.
    if (typeof value === "function" && name.startsWith("on")) continue;
    const text = textOf(value, page.read);
    if (text === null) return null;
    key += `${name}:${text},`;
  }
  return { key, values, withPlaces };
}

/** Texts of what many parts of the page at hand are given, as a table's columns are to each of its rows: each is read once. */
type Read = Map<object, string | null>;

function textOf(value: unknown, read: Read): string | null {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function" || typeof value === "symbol") return null;
  if (typeof value !== "object" || value === null) return String(value);
  const known = read.get(value);
  if (known !== undefined) return known;
  const text = Array.isArray(value) ? textOfList(value, read) : textOfParts(value, read);
  read.set(value, text);
  return text;
}

function textOfList(list: readonly unknown[], read: Read): string | null {
  let text = "[";
  for (const each of list) {
    const part = textOf(each, read);
    if (part === null) return null;
    text += `${part},`;
  }
  return `${text}]`;
}

function textOfParts(value: object, read: Read): string | null {
  if (Object.getPrototypeOf(value) !== Object.prototype || "$$typeof" in value) return null;
  let text = "{";
  for (const name of Object.keys(value)) {
    const part = textOf((value as Record<string, unknown>)[name], read);
    if (part === null) return null;
    text += `${JSON.stringify(name)}:${part},`;
  }
  return `${text}}`;
}
