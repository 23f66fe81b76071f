import { readFileSync } from "node:fs";
import type { TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import { locales } from "~/realms/realm";
import { formMessages, readMessage } from "~/services/contracts/form-messages";
import { ownNamePassword } from "~/services/contracts/own-name-password";
import { emailField } from "~/services/contracts/person-fields";
import { formatSignInReasons } from "./reason-messages";

/** English form messages are exactly those of the contracts; docs/product/choices.md#books, last lines. */
describe("messages of the sign-in and profile forms", () => {
  const texts = (locale: string): Record<string, string> =>
    JSON.parse(readFileSync(new URL(`../../../locales/${locale}/session.json`, import.meta.url), "utf8")).messages;

  it.each(["en-UK", "en-US"])("are exactly formMessages in %s", (locale) => {
    const messages = Object.entries(texts(locale)).map(([key, text]) => [key, text.replace(/\{\{(\w+)\}\}/g, "{$1}")]);
    expect(messages.length).toBeGreaterThan(8);
    expect(Object.fromEntries(messages)).toEqual(
      Object.fromEntries(messages.map(([key]) => [key, (formMessages as Record<string, string>)[key as string]])),
    );
  });

  it("of a password that is easy to guess exist in every language", () => {
    for (const locale of locales) {
      const reasons = JSON.parse(
        readFileSync(new URL(`../../../locales/${locale}/session.json`, import.meta.url), "utf8"),
      ).reasons as Record<string, string>;
      const t = ((key: string, { defaultValue = "" } = {}) =>
        reasons[key.replace(/^reasons\./, "")] ?? defaultValue) as unknown as TFunction<"session">;
      for (const reason of [formMessages.tooCommon, ownNamePassword])
        expect(formatSignInReasons(t, [reason])).toEqual([reasons[reason]]);
    }
  });

  const addresses = [
    "",
    "nobody",
    `${"x".repeat(300)}@school.example`,
    "a\u202Eb@school.example",
    "a\u0000@school.example",
  ];
  it.each(addresses)("exist in every language for the errors of the address %j", (address) => {
    const keys = emailField.safeParse(address).error?.issues.map(({ message }) => readMessage(message)?.key);
    expect(keys?.length).toBeGreaterThan(0);
    for (const locale of locales) expect(Object.keys(texts(locale))).toEqual(expect.arrayContaining(keys ?? []));
  });
});
