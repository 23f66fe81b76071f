import { DOMParser } from "@xmldom/xmldom";
import { expect, it } from "vitest";
import { spokenMath } from "./spoken-math";

function said(content: string, language: string, attributes = ""): string {
  const xml = `<math xmlns="http://www.w3.org/1998/Math/MathML" ${attributes}>${content}</math>`;
  const { documentElement } = new DOMParser().parseFromString(xml, "application/xml");
  return spokenMath(documentElement as unknown as Element, language);
}

const fraction = "<mfrac><mn>1</mn><mn>2</mn></mfrac>";

it.each([
  ["its alternative text", fraction, "sv", 'alttext=" en halv "', "en halv"],
  [
    "an equation",
    "<mrow><mi>x</mi><mo>=</mo><mn>3</mn><mo>−</mo><mi>y</mi></mrow>",
    "sv",
    "",
    "x är lika med 3 minus y",
  ],
  ["a fraction", fraction, "de-AT", "", "1 durch 2"],
  [
    "powers",
    "<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><msup><mi>y</mi><mi>n</mi></msup>",
    "en",
    "",
    "x squared plus y to the power of n",
  ],
  [
    "roots",
    "<msqrt><mn>2</mn></msqrt><mroot><mn>8</mn><mn>3</mn></mroot>",
    "en",
    "",
    "the square root of 2 the root of degree 3: 8",
  ],
  [
    "an index, and multiplication without a sign",
    "<msub><mi>a</mi><mn>1</mn></msub><mo>\u2062</mo><mi>b</mi>",
    "fr",
    "",
    "a indice 1 b",
  ],
  ["limits", "<munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover>", "nl", "", "∑ van 1 tot n"],
  [
    "no annotation",
    '<semantics><mi>x</mi><annotation encoding="application/x-tex">\\x</annotation></semantics>',
    "en",
    "",
    "x",
  ],
  ["signs where a language has no words", fraction, "ja", "", "1 / 2"],
])("reads %s", (_, content, language, attributes, expected) => {
  expect(said(content, language, attributes)).toBe(expected);
});
