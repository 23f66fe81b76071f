import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Backend } from "~/clients/backend";
import { nullIfUnavailable } from "~/clients/null-if-unavailable";
import { fetchProfiles } from "~/family/profiles.server";
import type { FormResult } from "~/forms/form-result";
import { formResult } from "~/forms/form-result.server";
import { idempotencyKeyOf } from "~/forms/idempotency-key";
import { actionOf, intentOf } from "~/forms/intents";
import { type ReadForm, readForm } from "~/forms/read-form";
import { getTranslator } from "~/i18n/i18n.server";
import { hasFeature, type Locale, locales } from "~/realms/realm";
import type { SessionInfo } from "~/services/contracts/auth";
import type { FamilyProfile } from "~/services/contracts/family-profiles";
import { formMessages } from "~/services/contracts/form-messages";
import { type MailChoice, mailsByDefault } from "~/services/contracts/mail-table";
import { ServiceError } from "~/services/contracts/service-error";
import { displayedAccount } from "~/session/displayed-account.server";
import { requireParent, type SignedIn } from "~/session/guard.server";
import { reauthenticatePath } from "~/session/step-up/reauthenticate-path";
import { redirectWithNotice } from "~/shell/notice.server";
import { changeEmail, verifyEmail } from "./email.server";
import { type Intent, profileIntents } from "./intents";
import {
  codeForm,
  currentPasswordForm,
  draftForm,
  emailForm,
  mailsForm,
  parentPinForm,
  passwordForm,
  pendingSecretForm,
  profileFormWithoutFields,
  sessionForm,
} from "./profile-forms";

/** The user's own profile: personal data, password, second factor, sessions, language. docs/product/choices.md#who-and-where. */

export type ProfilePageData = {
  /** The sign-in service is unavailable: its data is missing and cannot be changed. */
  isSignInUnavailable: boolean;
  /** A family of the consumer market, which manages its own subscription. */
  isFamily: boolean;
  /** Children of such a family; empty for other users. */
  children: FamilyProfile[];
  name: string;
  username: string;
  email: {
    address: string | null;
    isVerified: boolean;
    mayVerify: boolean;
    mayChange: boolean;
    /** If false, a recent sign-in is required instead. */
    needsPassword: boolean;
    /** Address entered before a step-up. */
    draft: string | null;
  };
  /** Mails by choice; null for people who get none. */
  mails: MailChoices | null;
  /** Whether the family has a parent's PIN; null for other users, and while the sign-in service is unavailable. */
  hasParentPin: boolean | null;
  /** Names of the active organisations. */
  organizations: string[];
  groups: string[];
  roles: readonly string[];
  locale: Locale;
  locales: readonly Locale[];
  /** False for shared accounts, for users without a local password, and while impersonating. */
  mayChangePassword: boolean;
  /** Whether a step-up is required before changing password, address or second factor. */
  mustProve: boolean;
  /** null for users who never need one; if the country does not use it, an existing one can still be removed. */
  secondFactor: { isSet: boolean; recoveryCodesLeft: number; mayChange: boolean } | null;
  sessions: SessionInfo[];
  /** When the page's data were read, ISO 8601. */
  readAt: string;
  mayEndSessions: boolean;
  /** Not while impersonating. */
  mayExport: boolean;
};

/** Result of a form, or the next step. */
export type ProfileResult = Partial<FormResult> & { intent: Intent } & Partial<NextStep>;

type NextStep = {
  /** A new secret that is not yet confirmed by a code, with the idempotency key of the form that confirms it. */
  secret: { secret: string; address: string; key: string };
  /** Shown only once. */
  recoveryCodes: string[];
};

const path = "/profile";

export async function loadProfile(backend: Backend, request: Request): Promise<ProfilePageData> {
  const person = await requireParent(backend, request);
  const { user, credentials, locale, realm } = person;
  const { clients, formDrafts } = backend;
  const { auth } = clients;
  const draftId = new URL(request.url).searchParams.get("draft");
  const hasStepUp = hasFeature(realm, "escalateLogin");
  const hasFactor = (user.isEmployee || user.isSuperUser) && !user.isImpersonated;
  const [{ me, organizations, groups }, sessions, factor, draft, pin] = await Promise.all([
    displayedAccount(person),
    nullIfUnavailable(auth.getSessions({}, credentials)),
    hasFactor ? nullIfUnavailable(auth.getSecondFactor({}, credentials)) : null,
    draftId ? formDrafts.find(realm, user.uid, path, draftId) : null,
    user.isGuardian && !user.isImpersonated ? nullIfUnavailable(auth.getParentPin({}, credentials)) : null,
  ]);
  const isSignInUnavailable = sessions === null || (hasFactor && factor === null);
  return {
    isSignInUnavailable,
    isFamily: me.family !== null,
    children: me.family === null ? [] : await fetchProfiles(person),
    name: user.name,
    username: user.username,
    email: {
      address: me.email,
      isVerified: me.emailVerified,
      mayVerify: !user.isImpersonated,
      mayChange: me.mayChangeEmail && !user.isImpersonated && !isSignInUnavailable,
      needsPassword: !me.hidePasswordChange,
      draft: draft?.email?.[0] ?? null,
    },
    mails: await fetchMailChoices(person, me.family !== null),
    hasParentPin: me.family === null || pin === null ? null : pin.body.isSet,
    organizations: organizations.map(({ name }) => name),
    groups: groups.map(({ name }) => name),
    roles: user.roles,
    locale,
    locales,
    mayChangePassword: !me.hidePasswordChange && !user.isImpersonated && !isSignInUnavailable,
    mustProve: factor !== null && !factor.body.mayChange,
    secondFactor: factor && (hasStepUp || factor.body.isSet) ? factor.body : null,
    sessions: sessions?.body.data ?? [],
    readAt: new Date().toISOString(),
    mayEndSessions: !user.isImpersonated,
    mayExport: !user.isImpersonated,
  };
}

/** Mails that a person may switch on and off, and whether they are on. */
export type MailChoices = Partial<Record<MailChoice, boolean>>;

/** The mails that a person may choose; null for people who get none. A guardian of pupils pays for nothing. */
async function fetchMailChoices(
  { backend, credentials, user }: SignedIn,
  isFamily: boolean,
): Promise<MailChoices | null> {
  if ((!isFamily && !user.isGuardian) || user.isImpersonated) return null;
  const { body } = await backend.clients.account.getSettings({}, credentials);
  const { cardExpiry, readingWeek } = { ...mailsByDefault, ...body.mails };
  return isFamily ? { cardExpiry, readingWeek } : { readingWeek };
}

type Sent = { formData: FormData; person: SignedIn; request: Request };

const nextStep = (intent: Intent, next: Partial<NextStep>) => data<ProfileResult>({ intent, ...next });
const auth = (backend: Backend) => backend.clients.auth;

const actions = {
  [profileIntents.verifyEmail]: profileAction(profileFormWithoutFields, (_values, { person, request }) =>
    verifyEmail(person, request),
  ),
  [profileIntents.changeEmail]: profileAction(emailForm, (values, { person, request }) =>
    changeEmail(values, person, request),
  ),
  [profileIntents.chooseMails]: profileAction(mailsForm, async (values, { person, request }) => {
    const offered = (await fetchMailChoices(person, person.user.isConsumer)) ?? {};
    const names = Object.keys(offered) as MailChoice[];
    const mails = Object.fromEntries(names.map((choice) => [choice, values[choice] !== undefined]));
    await person.backend.clients.account.changeSettings({ body: { mails } }, person.credentials);
    const t = await getTranslator(request, "account");
    return redirectWithNotice(path, "success", t("mails.saved"));
  }),
  [profileIntents.changePassword]: profileAction(
    passwordForm,
    async ({ currentPassword, password }, { person, request }) => {
      await auth(person.backend).changePassword({ body: { currentPassword, password } }, person.credentials);
      return done(request, "passwordChanged");
    },
  ),
  [profileIntents.setParentPin]: profileAction(parentPinForm, async (body, { person, request }) => {
    await auth(person.backend).setParentPin({ body }, person.credentials);
    return done(request, "pinSet");
  }),
  [profileIntents.removeParentPin]: profileAction(currentPasswordForm, async (body, { person, request }) => {
    await auth(person.backend).removeParentPin({ body }, person.credentials);
    return done(request, "pinRemoved");
  }),
  [profileIntents.beginSecondFactor]: profileAction(currentPasswordForm, async (body, { person }) => {
    const { body: secret } = await auth(person.backend).beginSecondFactor({ body }, person.credentials);
    return nextStep(profileIntents.beginSecondFactor, { secret: { ...secret, key: crypto.randomUUID() } });
  }),
  [profileIntents.confirmSecondFactor]: profileAction(codeForm, async ({ code }, { person, formData }) => {
    // Without script, reloading the page with the recovery codes sends the used code again.
    const key = idempotencyKeyOf(formData);
    const { body } = await auth(person.backend).confirmSecondFactor({ body: { code } }, person.credentials, key);
    return nextStep(profileIntents.confirmSecondFactor, { recoveryCodes: body.recoveryCodes });
  }),
  [profileIntents.removeSecondFactor]: profileAction(currentPasswordForm, async (body, { person, request }) => {
    await auth(person.backend).removeSecondFactor({ body }, person.credentials);
    return done(request, "factorRemoved");
  }),
  [profileIntents.endSession]: profileAction(sessionForm, async (params, { person, request }) => {
    await auth(person.backend).endSession({ params }, person.credentials);
    return done(request, "sessionEnded");
  }),
  [profileIntents.endOtherSessions]: profileAction(profileFormWithoutFields, async (_values, { person, request }) => {
    await auth(person.backend).endOtherSessions({}, person.credentials);
    return done(request, "sessionsEnded");
  }),
};

/** Action of a profile form: validates it before `run`, so that secrets are sent to the service only if the form is valid. */
function profileAction<Schema extends z.ZodObject, Result>(
  schema: Schema,
  run: (values: z.output<Schema>, sent: Sent) => Promise<Result>,
) {
  return async (sent: Sent) => {
    const { submission } = readForm(sent.formData, schema);
    if (submission.status !== "success") return refusedForm(null, submission, sent);
    try {
      return await run(submission.value, sent);
    } catch (error) {
      return refusedForm(error, submission, sent);
    }
  };
}

export async function submitProfile(backend: Backend, request: Request) {
  const person = await requireParent(backend, request);
  const formData = await request.clone().formData();
  return actionOf<(sent: Sent) => Promise<unknown>>(actions, formData)({ formData, person, request });
}

async function refusedForm(
  error: unknown,
  submission: ReadForm<unknown>["submission"],
  { formData, person, request }: Sent,
) {
  const intent = intentOf(formData);
  if (error instanceof ServiceError && error.code === "secure_login_needed")
    return proveFirst(submission.payload, person);
  if (error instanceof ServiceError && error.code === "unreachable") return notDone(request);
  if (error !== null && (!(error instanceof ServiceError) || error.status >= 500)) throw error;
  const isTooMuch = error instanceof ServiceError && error.status === 429;
  const fieldErrors = isTooMuch ? { currentPassword: [formMessages.tooManyAttempts] } : undefined;
  // Keep the unconfirmed secret on the page after a wrong code; it has no effect yet.
  const secret = intent === profileIntents.confirmSecondFactor ? pendingSecret(submission.payload, person) : undefined;
  return formResult(person.backend, error, { request, submission, intent, fieldErrors, extra: { secret } });
}

/** Redirects to the step-up and back. A new address is saved as draft meanwhile; passwords are never saved. */
async function proveFirst(typed: Record<string, unknown>, { backend, realm, user }: SignedIn): Promise<Response> {
  const { data: form } = draftForm.safeParse(typed);
  if (!form) return redirect(reauthenticatePath(path));
  const id = await backend.formDrafts.save(realm, user.uid, path, { email: [form.email] });
  return redirect(reauthenticatePath(`${path}?draft=${id}`));
}

function pendingSecret(typed: Record<string, unknown>, { user }: SignedIn): NextStep["secret"] | undefined {
  const { data: form } = pendingSecretForm.safeParse(typed);
  if (!form) return undefined;
  const label = encodeURIComponent(`Fabel:${user.username}`);
  const address = `otpauth://totp/${label}?secret=${form.secret}&issuer=Fabel`;
  return { secret: form.secret, address, key: crypto.randomUUID() };
}

/** The sign-in service is unavailable; secrets must be entered again. */
async function notDone(request: Request): Promise<Response> {
  const t = await getTranslator(request, "session");
  return redirectWithNotice(path, "error", t("profile.notDone"));
}

async function done(request: Request, message: string): Promise<Response> {
  const t = await getTranslator(request, "session");
  return redirectWithNotice(path, "success", t(`profile.done.${message}`));
}
