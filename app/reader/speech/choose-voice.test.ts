import { describe, expect, it } from "vitest";
import { type BrowserVoice, voicesFor } from "./choose-voice";

function voice(name: string, lang: string, changes: Partial<BrowserVoice> = {}): BrowserVoice {
  return { name, lang, voiceURI: `urn:${name}`, localService: true, default: false, ...changes };
}

const labels = (voices: BrowserVoice[], language: string, isOfflineOnly = false) =>
  voicesFor(voices, language, { isOfflineOnly }).map(({ label }) => label);

describe("voicesFor", () => {
  it("sorts recommended voices before others and calls them by their short names", () => {
    const voices = [
      voice("eSpeak Swedish", "sv"),
      voice("Alva (förbättrad)", "sv-SE"),
      voice("Microsoft Sofie Online (Natural) - Swedish (Sweden)", "sv-SE", { localService: false }),
    ];
    expect(labels(voices, "sv-SE")).toEqual(["Sofie", "Alva", "eSpeak Swedish"]);
  });

  it("leaves out other languages, novelty voices and, where asked, voices that are not on the device", () => {
    const voices = [
      voice("Anna", "de-DE"),
      voice("Zarvox", "en-US"),
      voice("Samantha", "en-US"),
      voice("Google US English", "en-US", { localService: false }),
    ];
    expect(labels(voices, "en", true)).toEqual(["Samantha"]);
    expect(labels(voices, "en")).toHaveLength(2);
    expect(labels(voices, "fi")).toEqual([]);
  });

  it("prefers the book's region", () => {
    const voices = [voice("Daniel", "en-GB"), voice("Samantha", "en-US")];
    expect(labels(voices, "en-GB")[0]).toBe("Daniel");
    expect(labels(voices, "en-US")[0]).toBe("Samantha");
    expect(labels([voice("A", "nl_NL"), voice("B", "nl_BE")], "nl-BE")[0]).toBe("B");
  });

  it.each(["no", "nb", "nb-NO"])("reads Norwegian tagged %s with a Norwegian voice", (language) => {
    expect(labels([voice("Nora", "nb-NO")], language)).toEqual(["Nora"]);
    expect(labels([voice("Norwegian", "no")], language)).toEqual(["Norwegian"]);
  });

  it("has none for a book without a language", () => {
    expect(labels([voice("Anna", "de-DE")], "")).toEqual([]);
  });
});
