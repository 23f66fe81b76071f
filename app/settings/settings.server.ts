import { data } from "@remix-run/node";
import { z } from "zod";
import { getWiring } from "~/clients/wiring.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { ReaderPreferences } from "~/services/contracts/account";
import { formMessages } from "~/services/contracts/form-messages";
import { requireUser, type SignedIn } from "~/session/guard.server";
import { redirectWithNotice } from "~/shell/notice.server";
import { intents, rates, volumes } from "./choices";
import { confirmLink, dropLink, type LinksCard, loadLinks, removeLink } from "./links.server";

/** What holds for the services: how books are read to one, notices, one's own data. Rulings, "Who and where". */

export type SettingsPage = {
  /** Null for shared accounts, which keep nothing. */
  reader: {
    ratePercent: number;
    volumePercent: number;
    highlight: boolean;
    autoPageTurn: boolean;
    theme: "page" | "light" | "dark";
  } | null;
  confirmations: boolean;
  /** Not while somebody acts as this person. */
  mayExport: boolean;
  links: LinksCard | null;
  /** Whether the boxes hold again what was chosen before its writer had to log in anew. */
  isDraft: boolean;
};

export async function loadSettings(request: Request): Promise<SettingsPage> {
  const person = await requireUser(request);
  const { user, credentials } = person;
  const kept = await findKept(person, request);
  const [{ body }, links] = await Promise.all([
    getWiring().clients.account.getSettings({}, credentials),
    user.isImpersonated ? null : loadLinks(person, request, kept),
  ]);
  const draft = kept && draftOf(kept);
  const { reader, notices } = { ...body, ...draft };
  return {
    reader: user.sharedAccount ? null : shownReader(reader),
    confirmations: notices.confirmations ?? true,
    isDraft: draft !== null,
    mayExport: !user.isImpersonated,
    links,
  };
}

/** What one of the page's forms held when its writer had to prove who they are. */
async function findKept({ realm, user }: SignedIn, request: Request): Promise<Record<string, string> | null> {
  const { pathname, searchParams } = new URL(request.url);
  const id = searchParams.get("draft");
  const kept = id ? await getWiring().formDrafts.find(realm, user.uid, pathname.replace(/\.data$/, ""), id) : null;
  return kept && Object.fromEntries(Object.entries(kept).map(([name, values]) => [name, values[0] ?? ""]));
}

/** Boxes and lists alone tell the two forms of choices apart. */
function draftOf(kept: Record<string, string>) {
  if ("issuer" in kept) return null;
  return bodyOf({ intent: "rate" in kept ? intents.reader : intents.notices, ...kept });
}

/** The reader's own defaults where nothing was chosen. Spec 2, section 3 "Settings". */
function shownReader(reader: ReaderPreferences): NonNullable<SettingsPage["reader"]> {
  const { playbackRate = 1, audioVolume = 1, highlight = true, autoPageTurn = true, darkTheme = null } = reader;
  return {
    ratePercent: nearest(rates, playbackRate * 100),
    volumePercent: nearest(volumes, audioVolume * 100),
    highlight,
    autoPageTurn,
    theme: darkTheme === null ? "page" : darkTheme ? "dark" : "light",
  };
}

function nearest(choices: readonly number[], wanted: number): number {
  return choices.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best));
}

/** A box that is not ticked is not sent. */
const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined);
const percentOf = (choices: readonly number[]) =>
  z.string(formMessages.selectOne).refine((value) => choices.map(String).includes(value), formMessages.selectOne);

const readerForm = z.object({
  rate: percentOf(rates).transform(Number),
  volume: percentOf(volumes).transform(Number),
  highlight: ticked,
  autoPageTurn: ticked,
  theme: z.enum(["page", "light", "dark"], { error: formMessages.selectOne }),
});
const noticesForm = z.object({ confirmations: ticked });

/** What came back of the form about reading: reasons by field, and what was chosen where that can be shown. */
export type SettingsAnswer = {
  errors: Record<string, string[]>;
  chosen: Partial<NonNullable<SettingsPage["reader"]>>;
};

/** One form each; only what the lists offer is taken, and the rest comes back beside its field. */
export async function submitSettings(request: Request) {
  const person = await requireUser(request);
  const { credentials } = person;
  const form = Object.fromEntries(await request.clone().formData());
  if (form.intent === intents.confirmLink) return confirmLink(person, request);
  if (form.intent === intents.dropLink) return dropLink(request);
  if (form.intent === intents.removeLink) return removeLink(form, person, request);
  const body = bodyOf(form);
  if (!body) {
    if (form.intent !== intents.reader) throw new Response("Unknown intent", { status: 400 });
    return data(answerOf(form), { status: 400 });
  }
  await getWiring().clients.account.changeSettings({ body }, credentials);
  const t = await getTranslator(request, "settings");
  return redirectWithNotice("/settings", "success", t("saved"));
}

function answerOf(form: Record<string, FormDataEntryValue>): SettingsAnswer {
  const { error } = readerForm.safeParse(form);
  const { shape } = readerForm;
  const chosen: SettingsAnswer["chosen"] = {
    ratePercent: shape.rate.safeParse(form.rate).data,
    volumePercent: shape.volume.safeParse(form.volume).data,
    highlight: shape.highlight.safeParse(form.highlight).data,
    autoPageTurn: shape.autoPageTurn.safeParse(form.autoPageTurn).data,
    theme: shape.theme.safeParse(form.theme).data,
  };
  return { errors: error ? z.flattenError(error).fieldErrors : {}, chosen: withoutGaps(chosen) };
}

/** What is not there leaves what is stored in its place. */
function withoutGaps<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

function bodyOf(form: Record<string, FormDataEntryValue>) {
  if (form.intent === intents.reader) {
    const { data: chosen } = readerForm.safeParse(form);
    if (!chosen) return null;
    const { rate, volume, theme, highlight, autoPageTurn } = chosen;
    const darkTheme = theme === "page" ? null : theme === "dark";
    return { reader: { playbackRate: rate / 100, audioVolume: volume / 100, highlight, autoPageTurn, darkTheme } };
  }
  if (form.intent === intents.notices) {
    const { data: notices } = noticesForm.safeParse(form);
    return notices ? { notices } : null;
  }
  return null;
}
