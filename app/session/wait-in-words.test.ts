import { expect, it } from "vitest";
import { i18nOf } from "~/i18n/i18n.server";
import { bcp47, type Locale } from "~/realms/realm";
import { ServiceError } from "~/services/contracts/service-error";
import { problemWithWait, readProblem, waitInWords } from "./wait-in-words";

it.each([
  [1, "1 second"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [61, "2 minutes"],
  [900, "15 minutes"],
  [3541, "60 minutes"],
  [3600, "1 hour"],
  [4320, "2 hours"],
])("a wait of %i s is %s", (seconds, words) => {
  expect(waitInWords("en-GB", seconds)).toBe(words);
});

const refused = (seconds?: string) =>
  new ServiceError(429, "too_many_attempts", "Too many", undefined, seconds ? { "retry-after": seconds } : undefined);

const textOf = (locale: Locale, error: string) => {
  const { problem, wait } = readProblem(error, bcp47(locale));
  return i18nOf(locale).getFixedT(bcp47(locale), "session")(`login.problems.${problem}`, { wait });
};

it.each([
  [
    "sv",
    "20",
    "Det blev för många försök. Vänta 20 sekunder. Om du har fått kontot av en skola, be om ett nytt lösenord där.",
  ],
  [
    "de",
    "60",
    "Das waren zu viele Versuche. Bitte 1 Minute warten. Für ein Konto von einer Schule gibt es dort ein neues Passwort.",
  ],
  ["fi", "1", "Liian monta yritystä. Odota 1 sekunti. Jos olet saanut tilisi koulusta, pyydä sieltä uusi salasana."],
  [
    "en-UK",
    undefined,
    "Too many attempts. Wait 15 minutes. If you have your account from a school, ask there for a new password.",
  ],
] as const)("the message in %s after a wait of %s s says it in words", (locale, seconds, text) => {
  expect(textOf(locale, problemWithWait("too_many_attempts", refused(seconds)))).toBe(text);
});

it("other problems have no wait", () => {
  expect(problemWithWait("invalid_credentials", refused("20"))).toBe("invalid_credentials");
  expect(textOf("sv", "invalid_credentials")).toMatch(/lösenord/);
});
