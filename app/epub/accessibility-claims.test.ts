import { DOMParser } from "@xmldom/xmldom";
import { describe, expect, test } from "vitest";
import { type AccessibilityClaims, isHttp } from "./accessibility-claims";
import { accessibilityGapsOf, conformanceResultOf, statementsOf } from "./accessibility-statements";
import { readPackage } from "./package-document";

function claimsOf(metadata: string, root = 'version="3.0"'): AccessibilityClaims {
  const xml = `<package xmlns="http://www.idpf.org/2007/opf" unique-identifier="uid" ${root}>
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:x:1</dc:identifier>
      <dc:title>A book</dc:title><dc:language>sv</dc:language>${metadata}</metadata>
    <manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>
    <spine><itemref idref="a"/></spine></package>`;
  return readPackage(new DOMParser().parseFromString(xml, "text/xml"), "package.opf").descriptive.accessibility;
}

const epub10 = "http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-";

describe("the forms in which a package says it", () => {
  test("EPUB 3 says it in properties and links, with white space around values", () => {
    const claims = claimsOf(`
      <meta property="schema:accessMode"> textual
      </meta><meta property="schema:accessMode">visual</meta>
      <meta property="schema:accessModeSufficient">textual, visual</meta>
      <meta property="schema:accessModeSufficient">textual</meta>
      <meta property="schema:accessibilityFeature">tableOfContents</meta>
      <meta property="schema:accessibilityFeature">tableOfContents</meta>
      <meta property="schema:accessibilityHazard">none</meta>
      <meta property="a11y:exemption">eaa-microenterprise</meta>
      <meta property="rendition:layout">pre-paginated</meta>
      <link rel="dcterms:conformsTo" href="${epub10}aa"/><meta property="a11y:certifiedBy">Matt Garrish</meta>`);
    expect(claims).toMatchObject({
      accessModes: ["textual", "visual"],
      sufficientModes: ["textual,visual", "textual"],
      features: ["tableOfContents"],
      hazards: ["none"],
      exemptions: ["eaa-microenterprise"],
      isFixedLayout: true,
      conformance: { epub: "1.0", wcag: "2.0", level: "AA", certifier: "Matt Garrish", credential: null, report: null },
    });
  });

  test("EPUB 2 says it in names and contents", () => {
    const meta = (name: string, content: string) => `<meta name="${name}" content="${content}"/>`;
    const claims = claimsOf(
      [
        meta("schema:accessMode", "textual"),
        meta("schema:accessModeSufficient", " textual "),
        meta("schema:accessibilityFeature", "alternativeText"),
        meta("schema:accessibilityHazard", "noFlashingHazard"),
        meta("schema:accessibilitySummary", "All pictures are described."),
        meta("dcterms:conformsTo", `${epub10}a`),
        meta("a11y:certifiedBy", "DAISY"),
        meta("a11y:certifierCredential", "https://example.org/badge"),
        meta("a11y:certifierReport", "https://example.org/report"),
        meta("fixed-layout", "true"),
      ].join(""),
      'version="2.0"',
    );
    expect(claims).toMatchObject({
      accessModes: ["textual"],
      sufficientModes: ["textual"],
      features: ["alternativeText"],
      hazards: ["noFlashingHazard"],
      isFixedLayout: true,
      conformance: {
        level: "A",
        certifier: "DAISY",
        credential: "https://example.org/badge",
        report: "https://example.org/report",
      },
      summary: "All pictures are described.",
    });
  });

  test("prefixes are those that the package declares", () => {
    const claims = claimsOf(
      `<meta property="s:accessMode">auditory</meta><link rel="d:conformsTo" href="${epub10}aaa"/>
       <meta property="a:certifiedBy">A</meta>`,
      'version="3.0" prefix="s: http://schema.org/ d: http://purl.org/dc/terms/ a: http://www.idpf.org/epub/vocab/package/a11y/#"',
    );
    expect(claims).toMatchObject({ accessModes: ["auditory"], conformance: { level: "AAA", certifier: "A" } });
  });

  test("a package that says nothing claims nothing", () => {
    expect(claimsOf("")).toMatchObject({
      accessModes: [],
      sufficientModes: [],
      features: [],
      hazards: [],
      exemptions: [],
      isFixedLayout: false,
      conformance: null,
      summary: null,
    });
  });
});

describe("claims to conform", () => {
  const said = (text: string, id = "") => `<meta property="dcterms:conformsTo"${id && ` id="${id}"`}>${text}</meta>`;

  test.each([
    ["EPUB Accessibility 1.1 - WCAG 2.0 Level A", { epub: "1.1", wcag: "2.0", level: "A" }],
    ["EPUB Accessibility 1.1 - WCAG 2.1 Level AA", { epub: "1.1", wcag: "2.1", level: "AA" }],
    ["EPUB Accessibility 1.1 - WCAG 2.2 Level AAA", { epub: "1.1", wcag: "2.2", level: "AAA" }],
    ["EPUB Accessibility 1.1 - WCAG 2.1 Level B", { epub: "1.1", wcag: null, level: null }],
    ["EPUB Accessibility 1.1 - WCAG 2.1 Level AAAA", { epub: "1.1", wcag: null, level: null }],
    [`${epub10}a`, { epub: "1.0", wcag: "2.0", level: "A" }],
    [`${epub10}aa`, { epub: "1.0", wcag: "2.0", level: "AA" }],
    [`${epub10}aaa`, { epub: "1.0", wcag: "2.0", level: "AAA" }],
    ["Some other standard", null],
  ])("%s is %o", (text, expected) => {
    const { conformance } = claimsOf(said(text));
    if (expected === null) expect(conformance).toBeNull();
    else expect(conformance).toMatchObject(expected);
  });

  test("the newest of several claims counts, and of the old ones the highest", () => {
    const newest = claimsOf(said(`${epub10}aaa`) + said("EPUB Accessibility 1.1 - WCAG 2.1 Level AA"));
    expect(newest.conformance).toMatchObject({ epub: "1.1", level: "AA" });
    expect(claimsOf(said(`${epub10}a`) + said(`${epub10}aa`)).conformance).toMatchObject({ level: "AA" });
  });

  test("certifier, credential, date and report follow the chain of what refines what", () => {
    const { conformance } = claimsOf(`
      ${said("EPUB Accessibility 1.1 - WCAG 2.1 Level AA", "new")}${said(`${epub10}a`, "old")}
      <meta property="a11y:certifiedBy" refines="#old" id="then">Another</meta>
      <meta property="a11y:certifiedBy" refines="#new" id="now">Foo’s Accessibility Testing</meta>
      <meta property="a11y:certifierCredential" refines="#then">Wrong</meta>
      <meta property="a11y:certifierCredential" refines="#now">Enterprise Accessibility Rating</meta>
      <meta property="dcterms:date">1999-01-01</meta>
      <meta property="dcterms:date" refines="#then">2001-01-01</meta>
      <meta property="dcterms:date" refines="#now">2021-09-07</meta>
      <link rel="a11y:certifierReport" refines="#now" href="https://example.com/a11y-report/"/>`);
    expect(conformance).toMatchObject({
      certifier: "Foo’s Accessibility Testing",
      credential: "Enterprise Accessibility Rating",
      certifiedOn: "2021-09-07",
      report: "https://example.com/a11y-report/",
    });
  });

  test("a date may refine the claim itself, as the guide's first edition has it; the publication's date is none", () => {
    const dated = `${said(`${epub10}aa`, "claim")}<meta property="dcterms:date" refines="#claim">2020-05-05</meta>`;
    expect(claimsOf(dated).conformance?.certifiedOn).toBe("2020-05-05");
    const undated = `${said(`${epub10}aa`)}<meta property="dcterms:date">2020-05-05</meta>`;
    expect(claimsOf(undated).conformance?.certifiedOn).toBeNull();
  });

  test.each(["javascript:alert(1)", "report.html", "data:text/html,x", "https://", "//example.org/a"])(
    "%s is no report that a page links to",
    (href) => {
      const { conformance } = claimsOf(`${said(`${epub10}aa`)}<link rel="a11y:certifierReport" href="${href}"/>`);
      expect(conformance?.report).toBeNull();
      expect(isHttp(href)).toBe(false);
    },
  );
});

test("a hostile package cannot make the claims long", () => {
  const many = Array.from({ length: 300 }, (_, at) => `<meta property="schema:accessibilityFeature">f${at}</meta>`);
  const claims = claimsOf(`${many.join("")}<meta property="schema:accessMode">${"x".repeat(10_000)}</meta>`);
  expect(claims.features).toHaveLength(100);
  expect(claims.accessModes[0]).toHaveLength(500);
});

describe("whole books", () => {
  const property = (name: string, ...values: string[]) =>
    values.map((value) => `<meta property="schema:${name}">${value}</meta>`).join("");

  test("a published EPUB 3 book with a claim of edition 1.0", () => {
    const claims = claimsOf(
      property("accessMode", "textual", "visual") +
        property("accessModeSufficient", "textual,visual", "textual") +
        property("accessibilityHazard", "none") +
        property("accessibilityFeature", "tableOfContents", "readingOrder", "alternativeText") +
        `<link rel="dcterms:conformsTo" href="${epub10}aa"/><meta property="a11y:certifiedBy">Matt Garrish</meta>`,
    );
    expect(statementsOf(claims)).toEqual({
      waysOfReading: ["modifiableUnknown", "nonvisual", "alternativeText"],
      navigation: ["tableOfContents"],
      richContent: [],
      hazards: ["noHazards"],
      legal: [],
      additional: [],
    });
    expect(conformanceResultOf(claims.conformance)).toBe("accepted");
    expect(accessibilityGapsOf(claims)).toEqual([]);
  });

  test("the guide's example of maths, captions and transcripts", () => {
    const claims = claimsOf(property("accessibilityFeature", "closedCaptions", "transcript", "MathML"));
    expect(statementsOf(claims).richContent).toEqual(["mathMathml", "closedCaptions", "transcript"]);
    expect(statementsOf(claims).waysOfReading).toContain("nonvisualPartly");
  });

  test("a fixed-layout comic without descriptions", () => {
    const claims = claimsOf(
      `${property("accessMode", "visual")}${property("accessModeSufficient", "visual")}<meta property="rendition:layout">pre-paginated</meta>`,
    );
    expect(statementsOf(claims).waysOfReading).toEqual(["unmodifiable", "nonvisualNot"]);
  });
});
