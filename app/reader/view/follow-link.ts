import type { ContentSource } from "~/reader/book/content-source";
import { callsNote, type Note, noteIn } from "~/reader/book/notes";
import { resolveHref } from "~/reader/narration/read-smil";
import type { BookFrame } from "./frame";

/** Callbacks for the kinds of link that a document can contain. */
export type LinkTargets = {
  /** @param href position in the book, as `path#fragment` */
  goTo(href: string): Promise<unknown>;
  noteCalled(note: Note): void;
  /** A link out of the book; the user must confirm it. */
  externalLink(url: string): void;
};

/**
 * Follows a link of a displayed document: to a position in the book, to a note shown over the page, or, once confirmed,
 * out of the book. Other links are ignored (decision 5).
 */
export async function followLink(
  source: ContentSource,
  targets: LinkTargets,
  { frame, href, link }: { frame: BookFrame; href: string; link: Element },
): Promise<void> {
  if (/^(https?|mailto|tel|sms):/i.test(href)) {
    targets.externalLink(href);
    return;
  }
  const inBook = resolveHref(frame.item.href, href);
  if (!inBook) return;
  const note = await noteAt(source, inBook, callsNote(link), frame);
  if (note) targets.noteCalled(note);
  else await targets.goTo(inBook.fragment ? `${inBook.path}#${encodeURIComponent(inBook.fragment)}` : inBook.path);
}

async function noteAt(
  source: ContentSource,
  place: { path: string; fragment: string | null },
  isCalled: boolean,
  frame: BookFrame,
): Promise<Note | null> {
  if (!place.fragment) return null;
  if (place.path === frame.item.href) return noteIn(frame.document, place.fragment, isCalled);
  if (!isCalled) return null;
  const text = await source.text(place.path).catch(() => null);
  const content = text && new DOMParser().parseFromString(text, "application/xhtml+xml");
  return content ? noteIn(content, place.fragment, isCalled) : null;
}
