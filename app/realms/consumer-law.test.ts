import { expect, test } from "vitest";
import { consumerLawOf } from "./consumer-law";
import { realms } from "./realm";

const realmsWith = (has: (law: ReturnType<typeof consumerLawOf>) => boolean) =>
  realms.filter((realm) => has(consumerLawOf(realm)));

test("the page for withdrawing is an obligation in the five countries of the EU, and our choice in the other three", () => {
  expect(realmsWith(({ withdrawalPage }) => withdrawalPage === "law")).toEqual(["de", "fi", "fr", "nl", "se"]);
  expect(realmsWith(({ withdrawalPage }) => withdrawalPage === "choice")).toEqual(["no", "uk", "us"]);
  expect(realmsWith(({ withdrawalDays }) => withdrawalDays === 14)).toEqual([...realms]);
});

test("families cancel without logging in in Germany and France, under the labels of the law", () => {
  expect(realmsWith(({ cancellationWithoutLogin }) => cancellationWithoutLogin !== null)).toEqual(["de", "fr"]);
  expect(consumerLawOf("de").cancellationWithoutLogin).toEqual({
    link: "Verträge hier kündigen",
    confirm: "Jetzt kündigen",
  });
  expect(consumerLawOf("fr").cancellationWithoutLogin?.link).toBe("Résilier votre contrat");
});

test("a plan that renewed after its first year ends a month after cancelling in Germany and the Netherlands", () => {
  expect(realmsWith((law) => law.noticeMonthsAfterFirstYear === 1)).toEqual(["de", "nl"]);
  expect(realmsWith((law) => law.noticeMonthsAfterFirstYear === null)).toEqual(["fi", "fr", "no", "se", "uk", "us"]);
});
