import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { cardErrors } from "~/payment/subscription/card-payment.machine";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { confirmCodes } from "./confirm";

/** Every payment error code of docs/product/shell.md#errors has a text in every language. */

const codes = Object.values({ ...paymentErrors, ...cardErrors, ...confirmCodes });
const locales = path.join(import.meta.dirname, "../../../locales");

describe.each(readdirSync(locales))("payment error texts in %s", (locale) => {
  const { errors } = JSON.parse(readFileSync(path.join(locales, locale, "payment.json"), "utf8")) as {
    errors: Record<string, string>;
  };
  it.each(codes)("%s has a text", (code) => {
    expect(errors[code.replaceAll(".", "_")]).toMatch(/\S/);
  });
});
