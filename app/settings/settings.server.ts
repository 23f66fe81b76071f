import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { formResult } from "~/forms/form-result.server";
import { actionOf, intentOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { getTranslator } from "~/i18n/i18n.server";
import type { accountContracts } from "~/services/contracts/account";
import { formMessages } from "~/services/contracts/form-messages";
import type { ReaderPreferences } from "~/services/contracts/reader-preferences";
import { isFamily } from "~/session/family.server";
import { requireParent, type SignedIn } from "~/session/guard.server";
import { redirectWithNotice } from "~/shell/notice.server";
import { rates, settingsPageIntents, volumes } from "./choices";
import { confirmLink, dropLink, type LinksCardData, loadLinks, removeLink } from "./links.server";

/** Settings of the services: reading, notices, linked accounts. docs/product/choices.md#who-and-where. */

export type SettingsPageData = {
  /** null for shared accounts, which store no settings. */
  reader: {
    ratePercent: number;
    volumePercent: number;
    highlight: boolean;
    autoPageTurn: boolean;
    theme: "page" | "light" | "dark";
  } | null;
  confirmations: boolean;
  links: LinksCardData | null;
  /** Whether the form was restored from a draft saved before the user had to sign in again. */
  isDraft: boolean;
};

/** @throws Response 404 for a family, which has only a profile. docs/product/shell.md#screens. */
async function requireSettings(backend: Backend, request: Request): Promise<SignedIn> {
  const person = await requireParent(backend, request);
  if (await isFamily(person)) throw new Response(null, { status: 404, statusText: "Not Found" });
  return person;
}

export async function loadSettings(backend: Backend, request: Request): Promise<SettingsPageData> {
  const person = await requireSettings(backend, request);
  const { user, credentials } = person;
  const fields = await findDraft(person, request);
  const [{ body }, links] = await Promise.all([
    backend.clients.account.getSettings({}, credentials),
    user.isImpersonated ? null : loadLinks(person, request, fields),
  ]);
  const draft = fields && draftOf(fields);
  const { reader, notices } = { ...body, ...draft };
  return {
    reader: user.sharedAccount ? null : readerDefaults(reader),
    confirmations: notices.confirmations ?? true,
    isDraft: draft !== null,
    links,
  };
}

/** Values of one of the page's forms, saved before a reauthentication. */
async function findDraft({ backend, realm, user }: SignedIn, request: Request): Promise<Record<string, string> | null> {
  const { pathname, searchParams } = new URL(request.url);
  const id = searchParams.get("draft");
  const draft = id ? await backend.formDrafts.find(realm, user.uid, pathname, id) : null;
  return draft && Object.fromEntries(Object.entries(draft).map(([name, values]) => [name, values[0] ?? ""]));
}

/** The draft does not contain the intent; the fields tell which form it is. */
function draftOf(draft: Record<string, string>) {
  if ("issuer" in draft) return null;
  if (!("rate" in draft)) return noticesBody(noticesForm.parse(draft));
  const { data: chosen } = readerForm.safeParse(draft);
  return chosen ? readerBody(chosen) : null;
}

/** Defaults of the reader if nothing was chosen. docs/product/reader.md#entities. */
function readerDefaults(reader: ReaderPreferences): NonNullable<SettingsPageData["reader"]> {
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

/** An unchecked checkbox is absent from form data. */
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

type Sent = { formData: FormData; person: SignedIn; request: Request };

const actions: Record<string, (sent: Sent) => Promise<unknown>> = {
  [settingsPageIntents.reader]: (sent) => saveSettings(sent, readerForm, readerBody),
  [settingsPageIntents.notices]: (sent) => saveSettings(sent, noticesForm, noticesBody),
  [settingsPageIntents.confirmLink]: ({ person, request }) => confirmLink(person, request),
  [settingsPageIntents.dropLink]: ({ request }) => dropLink(request),
  [settingsPageIntents.removeLink]: ({ formData, person, request }) => removeLink(formData, person, request),
};

export async function submitSettings(backend: Backend, request: Request) {
  const person = await requireSettings(backend, request);
  const formData = await request.clone().formData();
  return actionOf(actions, formData)({ formData, person, request });
}

/** Saves values that the form offers; others are returned as errors at their fields. */
async function saveSettings<Schema extends z.ZodObject>(
  { formData, person, request }: Sent,
  schema: Schema,
  bodyOf: (values: z.output<Schema>) => SettingsBody,
) {
  const { submission } = readForm(formData, schema);
  const intent = intentOf(formData);
  if (submission.status !== "success") return formResult(person.backend, null, { request, submission, intent });
  await person.backend.clients.account.changeSettings({ body: bodyOf(submission.value) }, person.credentials);
  const t = await getTranslator(request, "settings");
  return redirectWithNotice("/settings", "success", t("saved"));
}

type SettingsBody = z.input<typeof accountContracts.changeSettings.body>;

function readerBody({ rate, volume, theme, highlight, autoPageTurn }: z.output<typeof readerForm>) {
  const darkTheme = theme === "page" ? null : theme === "dark";
  return { reader: { playbackRate: rate / 100, audioVolume: volume / 100, highlight, autoPageTurn, darkTheme } };
}

const noticesBody = (notices: z.output<typeof noticesForm>) => ({ notices });
