import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formMessages } from "../services/contracts/form-messages";

/** Form messages are exact where English is the language; rulings, "Books", last lines. */
describe("what the sign-in and profile forms say", () => {
  const texts = (locale: string): Record<string, string> =>
    JSON.parse(readFileSync(new URL(`../../locales/${locale}/session.json`, import.meta.url), "utf8")).messages;

  it.each(["en-UK", "en-US"])("stands to the letter in %s", (locale) => {
    const said = Object.entries(texts(locale)).map(([key, text]) => [key, text.replace(/\{\{(\w+)\}\}/g, "{$1}")]);
    expect(said.length).toBeGreaterThan(8);
    expect(Object.fromEntries(said)).toEqual(
      Object.fromEntries(said.map(([key]) => [key, (formMessages as Record<string, string>)[key as string]])),
    );
  });
});
