import i18next, { type BackendModule, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { getInitialNamespaces } from "remix-i18next/client";
import { i18nOptions, localeOfLanguage } from "./i18n";

const loaders = import.meta.glob<Record<string, string>>("/locales/*/*.json", { import: "default" });

/** Loads a translation file when a page first needs it. */
const chunks: BackendModule = {
  type: "backend",
  init: () => {},
  read(language, namespace, done) {
    const load = loaders[`/locales/${localeOfLanguage(language)}/${namespace}.json`];
    if (!load) {
      done(new Error(`No texts for ${language}/${namespace}`), false);
      return;
    }
    load().then(
      (texts) => done(null, texts),
      (error: Error) => done(error, false),
    );
  },
};

/** Starts i18next with the texts of the current page, in the language of the server-rendered document. */
export async function startI18n(): Promise<i18n> {
  await i18next
    .use(initReactI18next)
    .use(chunks)
    .init({
      ...i18nOptions,
      lng: document.documentElement.lang,
      ns: [...new Set(getInitialNamespaces())],
    });
  return i18next;
}
