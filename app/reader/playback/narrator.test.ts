import { DOMParser } from "@xmldom/xmldom";
import { expect, test } from "vitest";
import type { SpineItem } from "~/epub/book";
import { Narrator } from "./narrator";

const smil = `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><par><text src="c1.xhtml#s1"/><audio src="c1.mp3" clipBegin="0s" clipEnd="1s"/></par></body></smil>`;
const items = [
  { index: 0, href: "c1.xhtml", overlay: "c1.smil", overlays: { sv: "sv/c1.smil" } },
] as unknown as SpineItem[];

test("given a SMIL file that failed to load, then the error is logged, and the file is requested again", async () => {
  let isThere = false;
  const messages: string[] = [];
  const text = async () => {
    if (!isThere) throw new Error("offline");
    return smil;
  };
  const narrator = new Narrator(
    { text, url: (href) => href, renew: async () => undefined },
    (xml) => new DOMParser().parseFromString(xml, "application/xml") as unknown as Document,
    (message) => messages.push(message),
  );
  const look = () => narrator.timelineOf(items, null, new Set());

  expect((await look()).clips).toHaveLength(0);
  expect(narrator.isMissing(items, null)).toBe(true);
  expect(narrator.isMissing(items, "sv")).toBe(false);
  expect(narrator.known(items, null, new Set())).toBeNull();
  expect(messages).toEqual(["Synchronisation file c1.smil: Error: offline"]);

  isThere = true;
  expect((await look()).clips).toHaveLength(1);
  expect(narrator.isMissing(items, null)).toBe(false);
  expect(narrator.known(items, null, new Set())?.clips).toHaveLength(1);
});

test("given a book that is spoken, then a document is read once it is open and there is a voice", async () => {
  const silent = [{ index: 0, href: "c1.xhtml", overlay: null, overlays: {} }] as unknown as SpineItem[];
  const track = { audio: null, text: { srcFile: "c1.xhtml", srcFragmentId: null }, types: [], escapable: null };
  let tracks: Array<typeof track> = [];
  const narrator = new Narrator(
    { text: async () => "", url: (href) => href, renew: async () => undefined },
    () => {
      throw new Error("There is no SMIL file");
    },
    () => undefined,
    { tracksOf: () => tracks, replacesNarration: false },
  );
  const look = async () => (await narrator.timelineOf(silent, null, new Set())).clips.length;

  expect(await look()).toBe(0);
  tracks = [track, track];
  expect(await look()).toBe(2);
});

function narratorWith(spoken: ConstructorParameters<typeof Narrator>[3], content: Document | null = null) {
  return new Narrator(
    { text: async () => smil, url: (href) => href, renew: async () => undefined },
    (xml) => new DOMParser().parseFromString(xml, "application/xml") as unknown as Document,
    () => undefined,
    spoken,
    () => content,
  );
}

test("given a narrated book whose reader prefers a voice, then the documents themselves are read", async () => {
  const track = { audio: null, text: { srcFile: "c1.xhtml", srcFragmentId: null }, types: [], escapable: null };
  const spoken = { tracksOf: () => [track, track], replacesNarration: false };
  const narrator = narratorWith(spoken);
  const look = async () => (await narrator.timelineOf(items, null, new Set())).clips.length;
  expect(await look()).toBe(1);
  spoken.replacesNarration = true;
  expect(await look()).toBe(2);
  expect(narrator.known(items, null, new Set())).toBeNull();
  spoken.replacesNarration = false;
  expect(await look()).toBe(1);
});

test("given closed details, then their narration is heard once they are open", async () => {
  const xml = '<html><body><details><summary>More</summary><p id="s1">Hidden</p></details></body></html>';
  const content = new DOMParser().parseFromString(xml, "application/xml") as unknown as Document;
  const narrator = narratorWith(null, content);
  const look = async () => (await narrator.timelineOf(items, null, new Set())).clips.length;
  expect(await look()).toBe(0);
  content.getElementsByTagName("details")[0]?.setAttribute("open", "");
  expect(await look()).toBe(1);
});

test("given a narrated picture, then it is left out where pictures are not described", async () => {
  const content = new DOMParser().parseFromString('<html><body><img id="s1"/></body></html>', "application/xml");
  const narrator = narratorWith(null, content as unknown as Document);
  const look = async (...skipped: string[]) => (await narrator.timelineOf(items, null, new Set(skipped))).clips.length;
  expect(await look()).toBe(1);
  expect(await look("fabel:alternative")).toBe(0);
});
