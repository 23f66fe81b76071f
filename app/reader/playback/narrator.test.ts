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
    { tracksOf: () => tracks },
  );
  const look = async () => (await narrator.timelineOf(silent, null, new Set())).clips.length;

  expect(await look()).toBe(0);
  tracks = [track, track];
  expect(await look()).toBe(2);
});
