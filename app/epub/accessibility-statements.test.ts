import { describe, expect, test } from "vitest";
import type { AccessibilityClaims, ConformanceClaim } from "./accessibility-claims";
import {
  type AccessibilityGap,
  accessibilityGapsOf,
  conformanceResultOf,
  type StatementsByField,
  statementsOf,
} from "./accessibility-statements";

/** Each branch of the algorithms of the W3C's display guide, 2.0. */

const nothing: AccessibilityClaims = {
  accessModes: [],
  sufficientModes: [],
  features: [],
  hazards: [],
  exemptions: [],
  isFixedLayout: false,
  conformance: null,
};

type Case = [name: string, claims: Partial<AccessibilityClaims>, expected: string[]];

const field = (name: keyof StatementsByField, claims: Partial<AccessibilityClaims>) =>
  statementsOf({ ...nothing, ...claims })[name] as string[];

describe("ways of reading", () => {
  const features = (...names: string[]) => ({ features: names });
  const modes = (accessModes: string[], sufficientModes: string[] = []) => ({ accessModes, sufficientModes });

  test.each<Case>([
    ["modifiable text", features("displayTransformability"), ["modifiable"]],
    ["modifiable text on fixed pages", { isFixedLayout: true, ...features("displayTransformability") }, ["modifiable"]],
    ["fixed pages", { isFixedLayout: true }, ["unmodifiable"]],
    ["nothing", {}, ["modifiableUnknown"]],
  ])("visual adjustments: %s", (_name, claims, expected) => {
    expect(field("waysOfReading", claims).filter((each) => /odifiable/.test(each))).toEqual(expected);
  });

  test.each<Case>([
    ["text is the only mode", modes(["textual"]), ["nonvisual"]],
    ["text is sufficient", modes(["textual", "visual"], ["textual,visual", "textual"]), ["nonvisual"]],
    [
      "text with pictures, sufficient only together",
      modes(["textual", "visual"], ["textual,visual"]),
      ["nonvisualPartly"],
    ],
    ["text beside pictures", modes(["textual", "visual"]), ["nonvisualPartly"]],
    ["pictures, and text is part of a set", modes(["visual"], ["textual,visual"]), ["nonvisualPartly"]],
    ["described pictures alone", features("alternativeText"), ["nonvisualPartly", "alternativeText"]],
    ["long descriptions", features("longDescription"), ["nonvisualPartly", "alternativeText"]],
    ["described formulas", features("describedMath"), ["nonvisualPartly", "alternativeText"]],
    ["transcripts", features("transcript"), ["nonvisualPartly", "alternativeText"]],
    ["sound alone", modes(["auditory"]), ["nonvisualNot"]],
    ["pictures alone", modes(["visual"], ["visual"]), ["nonvisualNot"]],
    ["sound and pictures", modes(["auditory", "visual"]), ["nonvisualUnknown"]],
    ["nothing", {}, ["nonvisualUnknown"]],
    [
      "sufficient text and described pictures",
      { ...modes(["textual", "visual"], ["textual"]), ...features("alternativeText") },
      ["nonvisual", "alternativeText"],
    ],
  ])("nonvisual reading: %s", (_name, claims, expected) => {
    expect(field("waysOfReading", claims).filter((each) => /nonvisual|alternative/.test(each))).toEqual(expected);
  });

  test.each<Case>([
    [
      "synchronised with text",
      { ...features("synchronizedAudioText"), ...modes(["auditory"], ["auditory"]) },
      ["audioSynchronized"],
    ],
    ["an audiobook", modes(["auditory"], ["auditory"]), ["audioOnly"]],
    ["clips", modes(["textual", "auditory"], ["textual"]), ["audioClips"]],
    ["sound is sufficient with text only", modes(["textual"], ["textual,auditory"]), []],
    ["nothing", {}, []],
  ])("prerecorded audio: %s", (_name, claims, expected) => {
    expect(field("waysOfReading", claims).filter((each) => each.startsWith("audio"))).toEqual(expected);
  });
});

describe("navigation, rich content and additional information", () => {
  test.each<[keyof StatementsByField, string, string]>([
    ["navigation", "tableOfContents", "tableOfContents"],
    ["navigation", "index", "index"],
    ["navigation", "structuralNavigation", "headings"],
    ["navigation", "pageNavigation", "pages"],
    ["richContent", "longDescription", "extendedDescriptions"],
    ["richContent", "longDescriptions", "extendedDescriptions"],
    ["richContent", "latex-chemistry", "chemistryLatex"],
    ["richContent", "MathML-chemistry", "chemistryMathml"],
    ["richContent", "describedMath", "mathDescribed"],
    ["richContent", "latex", "mathLatex"],
    ["richContent", "MathML", "mathMathml"],
    ["richContent", "closedCaptions", "closedCaptions"],
    ["richContent", "openCaptions", "openCaptions"],
    ["richContent", "transcript", "transcript"],
    ["additional", "pageBreakMarkers", "pageBreaks"],
    ["additional", "printPageNumbers", "pageBreaks"],
    ["additional", "aria", "aria"],
    ["additional", "ARIA", "aria"],
    ["additional", "audioDescription", "audioDescriptions"],
    ["additional", "braille", "braille"],
    ["additional", "fullRubyAnnotations", "fullRuby"],
    ["additional", "highContrastAudio", "contrastAudio"],
    ["additional", "highContrastDisplay", "contrastDisplay"],
    ["additional", "largePrint", "largePrint"],
    ["additional", "rubyAnnotations", "someRuby"],
    ["additional", "signLanguage", "signLanguage"],
    ["additional", "tactileGraphic", "tactileGraphics"],
    ["additional", "tactileObject", "tactileObjects"],
    ["additional", "ttsMarkup", "speechHints"],
  ])("%s: %s is %s", (name, feature, statement) => {
    expect(field(name, { features: [feature] })).toEqual([statement]);
  });

  test("statements come in the guide's order, each once, and unknown features are left out", () => {
    const features = [
      "pageNavigation",
      "tableOfContents",
      "readingOrder",
      "printPageNumbers",
      "pageBreakMarkers",
      "none",
    ];
    expect(field("navigation", { features })).toEqual(["tableOfContents", "pages"]);
    expect(field("additional", { features })).toEqual(["pageBreaks"]);
  });

  test("without information the fields are empty", () => {
    const { waysOfReading, ...others } = statementsOf(nothing);
    expect(waysOfReading).toEqual(["modifiableUnknown", "nonvisualUnknown"]);
    expect(Object.values(others).flat()).toEqual([]);
  });
});

describe("hazards", () => {
  test.each<[string[], string[]]>([
    [["none"], ["noHazards"]],
    [["noFlashingHazard", "noMotionSimulationHazard", "noSoundHazard"], ["noHazards"]],
    [["unknown"], ["hazardsUnknown"]],
    [["unknownFlashingHazard", "unknownMotionSimulationHazard", "unknownSoundHazard"], ["hazardsUnknown"]],
    [["flashing"], ["flashing"]],
    [["motionSimulation"], ["motion"]],
    [["sound"], ["sound"]],
    [["noFlashingHazard"], ["noFlashing"]],
    [["noMotionSimulationHazard"], ["noMotion"]],
    [["noSoundHazard"], ["noSound"]],
    [["unknownFlashingHazard"], ["flashingUnknown"]],
    [["unknownMotionSimulationHazard"], ["motionUnknown"]],
    [["unknownSoundHazard"], ["soundUnknown"]],
    [
      ["noFlashingHazard", "unknownSoundHazard", "motionSimulation"],
      ["motion", "soundUnknown", "noFlashing"],
    ],
    [["none", "flashing"], ["flashing"]],
    [["unknown", "sound"], ["sound"]],
    [
      ["noFlashingHazard", "noMotionSimulationHazard", "noSoundHazard", "flashing"],
      ["flashing", "noMotion", "noSound"],
    ],
    [["dragons"], []],
    [[], []],
  ])("%o is %o", (hazards, expected) => {
    expect(field("hazards", { hazards })).toEqual(expected);
  });
});

test.each<[string, string[]]>([
  ["eaa-microenterprise", ["exempt"]],
  ["eaa-disproportionate-burden", ["exempt"]],
  ["eaa-fundamental-alteration", ["exempt"]],
  ["something", []],
])("legal considerations: %s", (exemption, expected) => {
  expect(field("legal", { exemptions: [exemption] })).toEqual(expected);
});

const claim: ConformanceClaim = {
  epub: "1.1",
  wcag: "2.1",
  level: "AA",
  certifier: "A",
  credential: null,
  certifiedOn: null,
  report: null,
};

test.each([
  ["A", "minimum"],
  ["AA", "accepted"],
  ["AAA", "exceeds"],
  [null, "undetermined"],
] as const)("level %s is %s", (level, expected) => {
  expect(conformanceResultOf({ ...claim, level })).toBe(expected);
  expect(conformanceResultOf(null)).toBeNull();
});

describe("what a package does not say", () => {
  const whole: AccessibilityClaims = {
    ...nothing,
    accessModes: ["textual"],
    sufficientModes: ["textual"],
    features: ["tableOfContents"],
    hazards: ["none"],
    conformance: claim,
  };

  test.each<[Partial<AccessibilityClaims>, AccessibilityGap[]]>([
    [{}, []],
    [{ accessModes: [] }, ["accessMode"]],
    [{ sufficientModes: [] }, ["accessModeSufficient"]],
    [{ features: [] }, ["accessibilityFeature"]],
    [{ hazards: [] }, ["accessibilityHazard"]],
    [{ conformance: null }, ["conformsTo"]],
    [{ conformance: { ...claim, certifier: null } }, ["certifiedBy"]],
    [{ hazards: ["none", "flashing"] }, ["contraryHazards"]],
    [{ hazards: ["noSoundHazard", "sound"] }, ["contraryHazards"]],
    [{ hazards: ["noSoundHazard", "flashing"] }, []],
    [nothing, ["accessMode", "accessModeSufficient", "accessibilityFeature", "accessibilityHazard", "conformsTo"]],
  ])("%o lacks %o", (claims, expected) => {
    expect(accessibilityGapsOf({ ...whole, ...claims })).toEqual(expected);
  });
});
