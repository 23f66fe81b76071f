import { DOMParser } from "@xmldom/xmldom";
import { expect, test } from "vitest";
import { readSmil, resolveHref } from "./read-smil";

function parse(body: string, attributes = ""): Document {
  const text = `<?xml version="1.0"?><smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0" ${attributes}>${body}</smil>`;
  return new DOMParser().parseFromString(text, "application/xml") as unknown as Document;
}

const par = (id: string, audio = `<audio src="../audio/a.mp3" clipBegin="1s" clipEnd="2s"/>`) =>
  `<par><text src="../text/c1.xhtml#${id}"/>${audio}</par>`;

test("a par becomes a track with every field", () => {
  const tracks = readSmil(parse(`<body>${par("s1")}</body>`), "OPS/smil/c1.smil");
  expect(tracks).toEqual([
    {
      audio: {
        src: "../audio/a.mp3",
        url: "OPS/audio/a.mp3",
        clipBegin: 1,
        clipEnd: 2,
        turnPageAt: null,
        baseMediaUrl: "OPS/audio/",
      },
      text: { srcFragmentId: "s1", srcFile: "OPS/text/c1.xhtml" },
      types: [],
      escapable: null,
    },
  ]);
});

test("nested seqs are read in document order", () => {
  const tracks = readSmil(
    parse(`<body>${par("a")}<seq>${par("b")}<seq>${par("c")}</seq>${par("d")}</seq>${par("e")}</body>`),
    "OPS/smil/c1.smil",
  );
  expect(tracks.map((track) => track.text.srcFragmentId)).toEqual(["a", "b", "c", "d", "e"]);
});

test("types come from the track and its ancestors, and the tracks of a table share an escapable number", () => {
  const tracks = readSmil(
    parse(
      `<body epub:type="bodymatter">${par("a")}<seq epub:type="table"><seq epub:type="table-row">${par("b")}</seq>${par("c")}</seq><par epub:type="pagebreak"><text src="../text/c1.xhtml#p"/></par></body>`,
    ),
    "OPS/smil/c1.smil",
  );
  expect(tracks.map((track) => track.types)).toEqual([
    ["bodymatter"],
    ["bodymatter", "table", "table-row"],
    ["bodymatter", "table"],
    ["bodymatter", "pagebreak"],
  ]);
  expect(tracks.map((track) => track.escapable)).toEqual([null, 1, 1, null]);
});

test("missing, zero, invalid and reversed clip times are null", () => {
  const audio = (times: string) => `<audio src="../audio/a.mp3" ${times}/>`;
  const tracks = readSmil(
    parse(
      `<body>${par("a", audio(""))}${par("b", audio('clipBegin="0" clipEnd="x"'))}${par("c", audio('clipBegin="5s" clipEnd="3s"'))}</body>`,
    ),
    "OPS/smil/c1.smil",
  );
  expect(tracks.map((track) => [track.audio?.clipBegin, track.audio?.clipEnd])).toEqual([
    [null, null],
    [null, null],
    [5, null],
  ]);
});

test("turnPageAt is read in any namespace", () => {
  const audio = (name: string) => `<audio src="../audio/a.mp3" clipEnd="9s" ${name}="4.5s"/>`;
  for (const name of ["turnPageAt", "epub:turnPageAt", "own:turnPageAt"]) {
    const tracks = readSmil(parse(`<body>${par("a", audio(name))}</body>`, 'xmlns:own="urn:own"'), "OPS/smil/c1.smil");
    expect(tracks[0]?.audio?.turnPageAt).toBe(4.5);
  }
});

test("turnPageAt in the metadata applies to the audio that it names", () => {
  const audio = (id: string) => `<audio id="${id}" src="../audio/a.mp3" clipEnd="9s"/>`;
  const head =
    '<head><metadata><own:turnPageAt xmlns:own="urn:own" audio="last">4.5s</own:turnPageAt></metadata></head>';
  const tracks = readSmil(
    parse(`${head}<body>${par("a", audio("first"))}${par("b", audio("last"))}</body>`),
    "OPS/smil/c1.smil",
  );
  expect(tracks.map((track) => track.audio?.turnPageAt)).toEqual([null, 4.5]);
});

test("a par without audio is kept for speech synthesis, and an empty par is ignored", () => {
  const tracks = readSmil(parse(`<body>${par("a", "")}<par/></body>`), "OPS/smil/c1.smil");
  expect(tracks.map((track) => [track.text.srcFragmentId, track.audio])).toEqual([["a", null]]);
});

test("audio without a text uses the text of its sequence", () => {
  const tracks = readSmil(
    parse(`<body epub:textref="../text/c1.xhtml"><par><audio src="../audio/a.mp3"/></par></body>`),
    "OPS/smil/c1.smil",
  );
  expect(tracks[0]?.text).toEqual({ srcFile: "OPS/text/c1.xhtml", srcFragmentId: null });
});

test("a missing document and one with another root element have no tracks", () => {
  expect(readSmil(null, "a.smil")).toEqual([]);
  const html = new DOMParser().parseFromString("<html><body/></html>", "application/xml") as unknown as Document;
  expect(readSmil(html, "a.smil")).toEqual([]);
});

test("references are resolved inside the book, and remote or invalid ones return null", () => {
  expect(resolveHref("OPS/smil/a.smil", "../text/c%201.xhtml#s%C3%A5")).toEqual({
    path: "OPS/text/c 1.xhtml",
    fragment: "så",
  });
  expect(resolveHref("OPS/a.smil", "../../../x.xhtml")).toEqual({ path: "x.xhtml", fragment: null });
  expect(resolveHref("OPS/a.smil", "https://example.org/x.mp3")).toBeNull();
  expect(resolveHref("OPS/a.smil", "//example.org/x.mp3")).toBeNull();
  expect(resolveHref("OPS/a.smil", "javascript:alert(1)")).toBeNull();
  expect(resolveHref("OPS/a.smil", "x%E0%A4%A.xhtml")).toBeNull();
});

test("a par that names no text belongs to the document of the par before it, else of the one after", () => {
  const audio = '<audio src="../audio/a.mp3" clipBegin="0s" clipEnd="1s"/>';
  const tracks = readSmil(
    parse(
      `<body><par>${audio}</par>${par("a")}<par>${audio}</par><par><text src="../text/c2.xhtml"/>${audio}</par><par>${audio}</par></body>`,
    ),
    "OPS/smil/c1.smil",
  );
  expect(tracks.map(({ text }) => [text.srcFile, text.srcFragmentId])).toEqual([
    ["OPS/text/c1.xhtml", null],
    ["OPS/text/c1.xhtml", "a"],
    ["OPS/text/c1.xhtml", null],
    ["OPS/text/c2.xhtml", null],
    ["OPS/text/c2.xhtml", null],
  ]);
});
