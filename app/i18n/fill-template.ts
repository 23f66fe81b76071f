import { createInstance } from "i18next";

/** Interpolates texts that are given as they are: nothing is looked up, nothing refers to another text. */
const interpolation = createInstance({
  lng: "en",
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  initImmediate: false,
  interpolation: { escapeValue: false },
  missingInterpolationHandler: (_text, [placeholder]: RegExpExecArray) => {
    throw new Error(`A template has no value for ${placeholder}`);
  },
});
void interpolation.init();

/**
 * Fills the `{{name}}` placeholders of a template of mails or text messages, by i18next's interpolation. Values are inserted as they are:
 * what becomes HTML is escaped by the caller.
 * @throws Error if a placeholder has no value
 */
export function fillTemplate(text: string, values: Record<string, string | number>): string {
  return interpolation.t(text, { replace: values, nest: false });
}
