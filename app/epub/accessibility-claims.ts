import { attribute, childElements, localNameOf, textOf, tokens } from "./xml";

/**
 * What a package says of the book's accessibility, as it says it: EPUB Accessibility 1.1, section 2, in the forms of EPUB 3
 * (`meta property`, `link rel`) and EPUB 2 (`meta name`). accessibility-statements.ts turns it into what is shown.
 */

/** A claim to conform to EPUB Accessibility 1.0 or 1.1. */
export type ConformanceClaim = {
  epub: "1.0" | "1.1";
  /** Null if the claim names no version or level that exists. */
  wcag: "2.0" | "2.1" | "2.2" | null;
  level: "A" | "AA" | "AAA" | null;
  certifier: string | null;
  /** A name, or an http address. */
  credential: string | null;
  /** As written; mostly an ISO 8601 date. */
  certifiedOn: string | null;
  /** An http address. */
  report: string | null;
};

export type AccessibilityClaims = {
  accessModes: string[];
  /** Sets of modes, each of which is enough: `textual`, `textual,visual`. */
  sufficientModes: string[];
  features: string[];
  hazards: string[];
  exemptions: string[];
  isFixedLayout: boolean;
  conformance: ConformanceClaim | null;
};

/** Most values of a property; vocabularies have fewer. */
const maxValues = 100;
/** Most characters of a value that is no term of a vocabulary. */
const maxCharacters = 500;

/** @param metadata the package's metadata, in our prefixes; see package-vocabularies.ts */
export function accessibilityClaimsOf(metadata: Element, isFixedLayout: boolean): AccessibilityClaims {
  const values = (name: string) => [...new Set(saying(metadata, name).map(({ value }) => value))].slice(0, maxValues);
  return {
    accessModes: values("schema:accessMode"),
    sufficientModes: values("schema:accessModeSufficient").map((modes) =>
      modes
        .split(/[\s,]+/)
        .filter(Boolean)
        .join(","),
    ),
    features: values("schema:accessibilityFeature"),
    hazards: values("schema:accessibilityHazard"),
    exemptions: values("a11y:exemption"),
    isFixedLayout,
    conformance: conformanceOf(metadata),
  };
}

/** A value with the id of its element and the id of the element that it refines. */
type Said = { value: string; id: string | null; refines: string | null };

/** Everything that the package says under a name, as a property, as EPUB 2's name, or as a link. */
function saying(metadata: Element, name: string): Said[] {
  return childElements(metadata).flatMap((element) => {
    const value = valueUnder(element, name);
    if (!value) return [];
    const refines = attribute(element, "refines")?.replace(/^#/, "") ?? null;
    return [{ value: value.slice(0, maxCharacters), id: attribute(element, "id"), refines }];
  });
}

function valueUnder(element: Element, name: string): string | null {
  if (localNameOf(element) === "link") {
    return tokens(attribute(element, "rel")).includes(name) ? (attribute(element, "href") ?? "").trim() : null;
  }
  if (localNameOf(element) !== "meta") return null;
  if (attribute(element, "property") === name) return textOf(element);
  if (attribute(element, "name")?.trim() !== name) return null;
  return (attribute(element, "content") ?? "").replace(/\s+/g, " ").trim();
}

const claimOf11 = /EPUB Accessibility 1\.1 - WCAG 2\./;
const partsOf11 = /EPUB Accessibility 1\.1 - WCAG (2\.[0-2]) Level (A{1,3})(?!\w)/;
const claimOf10 = /^https?:\/\/(?:www\.)?idpf\.org\/epub\/a11y\/accessibility-20170105\.html#wcag-(a{1,3})$/;

/**
 * The newest claim, and of several to EPUB Accessibility 1.0 the highest, with the certifier, its credential, date and report. What refines
 * another claim or another certifier is left out.
 */
function conformanceOf(metadata: Element): ConformanceClaim | null {
  const all = saying(metadata, "dcterms:conformsTo");
  const newest = all.filter(({ value }) => claimOf11.test(value));
  const claim11 = newest.find(({ value }) => partsOf11.test(value)) ?? newest[0];
  if (claim11) {
    const [, wcag = null, level = null] = partsOf11.exec(claim11.value) ?? [];
    const standard = { epub: "1.1" as const, wcag: wcag as ConformanceClaim["wcag"] };
    return { ...standard, level: level as ConformanceClaim["level"], ...certificationOf(metadata, claim11) };
  }
  const [oldest] = all
    .flatMap((said) => {
      const level = claimOf10.exec(said.value)?.[1]?.toUpperCase() as ConformanceClaim["level"] | undefined;
      return level ? [{ said, level }] : [];
    })
    .sort((a, b) => (b.level?.length ?? 0) - (a.level?.length ?? 0));
  if (!oldest) return null;
  return { epub: "1.0", wcag: "2.0", level: oldest.level, ...certificationOf(metadata, oldest.said) };
}

function certificationOf(
  metadata: Element,
  claim: Said,
): Pick<ConformanceClaim, "certifier" | "credential" | "certifiedOn" | "report"> {
  const isAbout = (said: Said, subject: Said | undefined) =>
    said.refines === null || (said.refines === subject?.id && subject.id !== null);
  const certifier = saying(metadata, "a11y:certifiedBy").find((said) => isAbout(said, claim));
  const ofCertifier = (name: string) => saying(metadata, name).find((said) => isAbout(said, certifier))?.value ?? null;
  // Without `refines` a date is that of the publication.
  const date = saying(metadata, "dcterms:date").find(
    ({ refines }) => refines !== null && (refines === certifier?.id || refines === claim.id),
  );
  const report = ofCertifier("a11y:certifierReport");
  return {
    certifier: certifier?.value ?? null,
    credential: ofCertifier("a11y:certifierCredential"),
    certifiedOn: date?.value ?? null,
    report: report && isHttp(report) ? report : null,
  };
}

/** Whether a value is an address that a page may link to. */
export function isHttp(value: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);
}
