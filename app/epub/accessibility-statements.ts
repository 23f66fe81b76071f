import type { AccessibilityClaims, ConformanceClaim } from "./accessibility-claims";

/**
 * What is shown of a book's accessibility claims, by the algorithms of the W3C's Accessibility Metadata Display Guide 2.0 (techniques for
 * EPUB). Each statement is a key of `locales/{locale}/book-accessibility.json`; the fields are in the guide's order.
 */

/** Statements by field, in the order in which they are shown. Conformance and the publisher's own summary have forms of their own. */
export const accessibilityStatements = {
  waysOfReading: [
    "modifiable",
    "unmodifiable",
    "modifiableUnknown",
    "nonvisual",
    "nonvisualPartly",
    "nonvisualNot",
    "nonvisualUnknown",
    "alternativeText",
    "audioSynchronized",
    "audioOnly",
    "audioClips",
  ],
  navigation: ["tableOfContents", "index", "headings", "pages"],
  richContent: [
    "extendedDescriptions",
    "chemistryLatex",
    "chemistryMathml",
    "mathDescribed",
    "mathLatex",
    "mathMathml",
    "closedCaptions",
    "openCaptions",
    "transcript",
  ],
  hazards: [
    "noHazards",
    "hazardsUnknown",
    "flashing",
    "motion",
    "sound",
    "flashingUnknown",
    "motionUnknown",
    "soundUnknown",
    "noFlashing",
    "noMotion",
    "noSound",
  ],
  legal: ["exempt"],
  additional: [
    "pageBreaks",
    "aria",
    "audioDescriptions",
    "braille",
    "fullRuby",
    "contrastAudio",
    "contrastDisplay",
    "largePrint",
    "someRuby",
    "signLanguage",
    "tactileGraphics",
    "tactileObjects",
    "speechHints",
  ],
} as const;

export type AccessibilityField = keyof typeof accessibilityStatements;
export type AccessibilityStatement<Field extends AccessibilityField = AccessibilityField> =
  (typeof accessibilityStatements)[Field][number];
export type StatementsByField = { [Field in AccessibilityField]: AccessibilityStatement<Field>[] };

/** What a claim to conform comes to. */
export const conformanceResults = ["exceeds", "accepted", "minimum", "undetermined"] as const;
export type ConformanceResult = (typeof conformanceResults)[number];

/**
 * The statements of each field. Only the ways of reading say that there is no information; the other fields are empty then, and are left out.
 */
export function statementsOf(claims: AccessibilityClaims): StatementsByField {
  return {
    waysOfReading: [...visualAdjustments(claims), ...nonvisualReading(claims), ...recordedAudio(claims)],
    navigation: byFeature(claims, "navigation", {
      tableOfContents: "tableOfContents",
      index: "index",
      headings: "structuralNavigation",
      pages: "pageNavigation",
    }),
    richContent: byFeature(claims, "richContent", {
      // The guide's first edition has the second spelling, by mistake.
      extendedDescriptions: ["longDescription", "longDescriptions"],
      chemistryLatex: "latex-chemistry",
      chemistryMathml: "MathML-chemistry",
      mathDescribed: "describedMath",
      mathLatex: "latex",
      mathMathml: "MathML",
      closedCaptions: "closedCaptions",
      openCaptions: "openCaptions",
      transcript: "transcript",
    }),
    hazards: hazards(claims),
    legal: claims.exemptions.some((exemption) => exemptions.has(exemption)) ? ["exempt"] : [],
    additional: byFeature(claims, "additional", {
      pageBreaks: ["pageBreakMarkers", "printPageNumbers"],
      aria: ["aria", "ARIA"],
      audioDescriptions: "audioDescription",
      braille: "braille",
      fullRuby: "fullRubyAnnotations",
      contrastAudio: "highContrastAudio",
      contrastDisplay: "highContrastDisplay",
      largePrint: "largePrint",
      someRuby: "rubyAnnotations",
      signLanguage: "signLanguage",
      tactileGraphics: "tactileGraphic",
      tactileObjects: "tactileObject",
      speechHints: "ttsMarkup",
    }),
  };
}

/** Statements of a field whose feature the book has, in the field's order. */
function byFeature<Field extends AccessibilityField>(
  { features }: AccessibilityClaims,
  field: Field,
  featureOf: Record<AccessibilityStatement<Field>, string | string[]>,
): AccessibilityStatement<Field>[] {
  const statements: readonly AccessibilityStatement<Field>[] = accessibilityStatements[field];
  return statements.filter((statement) => [featureOf[statement]].flat().some((feature) => features.includes(feature)));
}

const exemptions: ReadonlySet<string> = new Set([
  "eaa-microenterprise",
  "eaa-disproportionate-burden",
  "eaa-fundamental-alteration",
]);

type WayOfReading = AccessibilityStatement<"waysOfReading">;

function visualAdjustments({ features, isFixedLayout }: AccessibilityClaims): WayOfReading[] {
  if (features.includes("displayTransformability")) return ["modifiable"];
  return [isFixedLayout ? "unmodifiable" : "modifiableUnknown"];
}

const textAlternatives = ["longDescription", "alternativeText", "describedMath", "transcript"];

function nonvisualReading({ accessModes, sufficientModes, features }: AccessibilityClaims): WayOfReading[] {
  const isOnly = (mode: string) => accessModes.length === 1 && accessModes[0] === mode;
  const hasSufficientText = sufficientModes.some((modes) => modes.includes("textual"));
  const hasText = accessModes.some((mode) => mode.includes("textual")) || hasSufficientText;
  const hasAlternatives = textAlternatives.some((feature) => features.includes(feature));
  const isVisualOnly = isOnly("visual") && !hasSufficientText;
  const statement = (): WayOfReading => {
    if (isOnly("textual") || sufficientModes.includes("textual")) return "nonvisual";
    if (hasText || hasAlternatives) return "nonvisualPartly";
    return isOnly("auditory") || isVisualOnly ? "nonvisualNot" : "nonvisualUnknown";
  };
  return [statement(), ...(hasAlternatives ? ["alternativeText" as const] : [])];
}

function recordedAudio({ accessModes, sufficientModes, features }: AccessibilityClaims): WayOfReading[] {
  if (features.includes("synchronizedAudioText")) return ["audioSynchronized"];
  if (sufficientModes.includes("auditory")) return ["audioOnly"];
  return accessModes.includes("auditory") ? ["audioClips"] : [];
}

const hazardNames: Partial<Record<AccessibilityStatement<"hazards">, string>> = {
  flashing: "flashing",
  motion: "motionSimulation",
  sound: "sound",
  flashingUnknown: "unknownFlashingHazard",
  motionUnknown: "unknownMotionSimulationHazard",
  soundUnknown: "unknownSoundHazard",
  noFlashing: "noFlashingHazard",
  noMotion: "noMotionSimulationHazard",
  noSound: "noSoundHazard",
};

/** Statements that a stated hazard denies. */
const denials = { flashing: "noFlashing", motion: "noMotion", sound: "noSound" } as const;
const statedHazards = ["flashing", "motion", "sound"] as const;

/** By the guide, but a hazard that the package states is always shown, whatever else the package says. Decision 99. */
function hazards(claims: AccessibilityClaims): AccessibilityStatement<"hazards">[] {
  const has = (...names: string[]) => names.every((name) => claims.hazards.includes(name));
  const stated = statedHazards.filter((statement) => has(hazardNames[statement] ?? ""));
  if (stated.length === 0) {
    if (has("none") || has("noFlashingHazard", "noMotionSimulationHazard", "noSoundHazard")) return ["noHazards"];
    if (has("unknown") || has("unknownFlashingHazard", "unknownMotionSimulationHazard", "unknownSoundHazard")) {
      return ["hazardsUnknown"];
    }
  }
  const denied = new Set<AccessibilityStatement>(stated.map((statement) => denials[statement]));
  return accessibilityStatements.hazards.filter((statement) => {
    const name = hazardNames[statement];
    return name !== undefined && has(name) && !denied.has(statement);
  });
}

/** What a claim to conform comes to; null without a claim. */
export function conformanceResultOf(claim: ConformanceClaim | null): ConformanceResult | null {
  if (!claim) return null;
  if (claim.level === null) return "undetermined";
  return ({ A: "minimum", AA: "accepted", AAA: "exceeds" } as const)[claim.level];
}

/** What a package should say of the book's accessibility and does not, or says against itself. */
export const accessibilityGaps = [
  "accessMode",
  "accessModeSufficient",
  "accessibilityFeature",
  "accessibilityHazard",
  "conformsTo",
  "certifiedBy",
  "contraryHazards",
] as const;
export type AccessibilityGap = (typeof accessibilityGaps)[number];

/** What EPUB Accessibility 1.1 requires or recommends, also of a claim to conform, and is not there. */
export function accessibilityGapsOf(claims: AccessibilityClaims): AccessibilityGap[] {
  const { conformance } = claims;
  const has = (name: string | undefined) => name !== undefined && claims.hazards.includes(name);
  const isContrary = statedHazards.some(
    (hazard) => has(hazardNames[hazard]) && (has("none") || has(hazardNames[denials[hazard]])),
  );
  const isMissing: Record<AccessibilityGap, boolean> = {
    accessMode: claims.accessModes.length === 0,
    accessModeSufficient: claims.sufficientModes.length === 0,
    accessibilityFeature: claims.features.length === 0,
    accessibilityHazard: claims.hazards.length === 0,
    conformsTo: conformance === null,
    certifiedBy: conformance !== null && conformance.certifier === null,
    contraryHazards: isContrary,
  };
  return accessibilityGaps.filter((gap) => isMissing[gap]);
}
