import { describe, expect, test } from "vitest";
import { expectationOf } from "./expectations";
import type { Archive, TestBook } from "./test-book";

const sound: Archive = { isSplit: false, entries: [{ path: "mimetype", method: 0, isEncrypted: false }] };

function book(parts: { description?: string; page?: string; archive?: Archive | null; encryption?: string }): TestBook {
  const page = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><p>${parts.page ?? ""}</p></body></html>`;
  const files: Array<[string, Buffer]> = [
    ["META-INF/container.xml", Buffer.from("<container/>")],
    ["one.xhtml", Buffer.from(page)],
  ];
  if (parts.encryption) files.push(["META-INF/encryption.xml", Buffer.from(parts.encryption)]);
  return {
    description: parts.description ?? "",
    archive: parts.archive === undefined ? sound : parts.archive,
    files: new Map(files),
    spine: [{ index: 0, href: "one.xhtml" }],
  } as unknown as TestBook;
}

const encrypted = (path: string, algorithm: string) =>
  `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/><CipherData><CipherReference URI="${path}"/></CipherData></EncryptedData></encryption>`;
const aes = "http://www.w3.org/2001/04/xmlenc#aes256-cbc";
const idpf = "http://www.idpf.org/2008/embedding";

describe("the expected refusal of a book", () => {
  test.each<[string, Parameters<typeof book>[0], string]>([
    ["an ordinary book", { page: "Test passes if you see this." }, "must not"],
    ["an archive that the runner cannot unpack", { archive: { isSplit: false, isOdd: true, entries: [] } }, "may"],
    [
      "a book whose page requires an error",
      { page: "Test passes if the reading system raises an error for this file." },
      "must",
    ],
    [
      "a book whose description requires an error",
      { description: "MUST treat any container that is split as in error." },
      "must",
    ],
    [
      "a book that may be refused",
      { description: "Reading systems may raise an error when the book is added." },
      "may",
    ],
    [
      "a book that must not be refused",
      { page: "Test passes if the reading system does not reject the EPUB." },
      "must not",
    ],
    ["a book whose page is about a script", { page: "Test passes if the script cannot load the picture." }, "must not"],
    ["a file that is no archive", { archive: null }, "must"],
    ["a split archive", { archive: { isSplit: true, entries: [] } }, "must"],
    [
      "another compression",
      { archive: { isSplit: false, entries: [{ path: "a", method: 12, isEncrypted: false }] } },
      "must",
    ],
    [
      "an encrypted archive",
      { archive: { isSplit: false, entries: [{ path: "a", method: 8, isEncrypted: true }] } },
      "must",
    ],
    ["an encrypted page", { encryption: encrypted("one.xhtml", aes) }, "must"],
    ["an obfuscated font", { encryption: encrypted("a.ttf", idpf) }, "must not"],
  ])("given %s", (_, parts, refusal) => {
    expect(expectationOf(book(parts)).refusal).toBe(refusal);
  });
});

describe("the expected loading of a font", () => {
  test.each<[string, Parameters<typeof book>[0], string]>([
    ["required to be visible", { page: "Test passes if the text below is rendered in an unusual font." }, "loads"],
    [
      "required not to be visible",
      { page: "Test passes if the text below is not rendered in an unusual font." },
      "stays out",
    ],
    [
      "required to be replaced by the default font",
      { page: "Test passes if the text is shown in the default font." },
      "stays out",
    ],
    ["obfuscated", { encryption: encrypted("a.ttf", idpf) }, "loads"],
    ["encrypted with AES", { encryption: encrypted("a.ttf", aes) }, "stays out"],
  ])("given a font that is %s", (_, parts, font) => {
    expect(expectationOf(book(parts)).font).toBe(font);
  });
});
