import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { ifReached } from "~/clients/if-reached";
import { getWiring } from "~/clients/wiring.server";
import { getTranslator } from "~/i18n/i18n.server";
import { hasFeature, type Locale, locales } from "~/realms/realm";
import type { SessionInfo } from "~/services/contracts/auth";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError } from "~/services/contracts/service-error";
import { requireUser, type SignedIn } from "~/session/guard.server";
import { proveAgainPath } from "~/session/prove-again";
import { shownAccount } from "~/session/shown-account.server";
import { redirectWithNotice } from "~/shell/notice.server";
import { changeEmail, verifyEmail } from "./email.server";
import { type Intent, intents } from "./intents";

/** One's own profile: who one is, password, second factor, sessions, language. Issue 3, part 8; rulings, "Who and where". */

export type ProfilePage = {
  /** The sign-in service cannot be reached: what it knows is missing, and nothing of it can be changed. */
  isSignInAway: boolean;
  name: string;
  username: string;
  email: {
    address: string | null;
    isVerified: boolean;
    mayVerify: boolean;
    mayChange: boolean;
    /** Else a sign-in of a moment ago counts. */
    needsPassword: boolean;
    /** What was typed before the second factor had to be proved. */
    draft: string | null;
  };
  /** Names of the active ones. */
  organizations: string[];
  groups: string[];
  roles: readonly string[];
  locale: Locale;
  locales: readonly Locale[];
  /** Hidden for shared accounts, for people without a password of ours, and while somebody acts as this person. */
  mayChangePassword: boolean;
  /** A second factor has to be proved before a password, an address or a factor changes. */
  mustProve: boolean;
  /** null for whom nothing ever asks for one; where the country does not, one from before can still be taken off. */
  secondFactor: { isSet: boolean; recoveryCodesLeft: number; mayChange: boolean } | null;
  sessions: SessionInfo[];
  mayEndSessions: boolean;
};

/** What came back: reasons by field of the form that was sent, or what is to be shown next. */
export type ProfileAnswer = {
  intent: Intent;
  errors: Record<string, string[]>;
  /** What was typed, secrets left out. */
  values?: { email?: string };
  /** A new secret that waits for its first code. */
  secret?: { secret: string; address: string };
  /** Shown this once. */
  recoveryCodes?: string[];
};

/** The page's own address. */
const path = "/profile";

export async function loadProfile(request: Request): Promise<ProfilePage> {
  const person = await requireUser(request);
  const { user, credentials, locale, realm } = person;
  const { clients, formDrafts } = getWiring();
  const { auth } = clients;
  const draftId = new URL(request.url).searchParams.get("draft");
  const isAskedFor = hasFeature(realm, "escalateLogin");
  const hasFactor = (user.isEmployee || user.isSuperUser) && !user.isImpersonated;
  const [{ me, organizations, groups }, sessions, factor, draft] = await Promise.all([
    shownAccount(person),
    ifReached(auth.getSessions({}, credentials)),
    hasFactor ? ifReached(auth.getSecondFactor({}, credentials)) : null,
    draftId ? formDrafts.find(realm, user.uid, path, draftId) : null,
  ]);
  const isSignInAway = sessions === null || (hasFactor && factor === null);
  return {
    isSignInAway,
    name: user.name,
    username: user.username,
    email: {
      address: me.email,
      isVerified: me.emailVerified,
      mayVerify: !user.isImpersonated,
      mayChange: me.mayChangeEmail && !user.isImpersonated && !isSignInAway,
      needsPassword: !me.hidePasswordChange,
      draft: draft?.email?.[0] ?? null,
    },
    organizations: organizations.map(({ name }) => name),
    groups: groups.map(({ name }) => name),
    roles: user.roles,
    locale,
    locales,
    mayChangePassword: !me.hidePasswordChange && !user.isImpersonated && !isSignInAway,
    mustProve: factor !== null && !factor.body.mayChange,
    secondFactor: factor && (isAskedFor || factor.body.isSet) ? factor.body : null,
    sessions: sessions?.body.data ?? [],
    mayEndSessions: !user.isImpersonated,
  };
}

const passwordForm = z
  .object({
    currentPassword: z.string().min(1, formMessages.mandatory),
    password: z.string().min(8, formMessages.atLeastEight).max(255, formMessages.upTo255),
    passwordAgain: z.string(),
  })
  .refine((form) => form.password === form.passwordAgain, {
    path: ["passwordAgain"],
    error: formMessages.passwordsDiffer,
  });
const currentPasswordForm = z.object({ currentPassword: z.string().min(1, formMessages.mandatory) });
const codeForm = z.object({
  code: z.string().trim().min(1, formMessages.mandatory).max(20, formMessages.tooManyCharacters),
  secret: z.string().max(100),
});
const sessionForm = z.object({ id: z.uuid() });

type Form = Record<string, FormDataEntryValue>;
type Act = (form: Form, person: SignedIn, request: Request) => Promise<Response | ProfileAnswer>;

const acts: Record<Intent, Act> = {
  [intents.verifyEmail]: (_form, person, request) => verifyEmail(person, request),
  [intents.changeEmail]: changeEmail,
  [intents.changePassword]: async (form, { credentials }, request) => {
    const { currentPassword, password } = passwordForm.parse(form);
    await getWiring().clients.auth.changePassword({ body: { currentPassword, password } }, credentials);
    return done(request, "passwordChanged");
  },
  [intents.beginSecondFactor]: async (form, { credentials }) => {
    const body = currentPasswordForm.parse(form);
    const answer = await getWiring().clients.auth.beginSecondFactor({ body }, credentials);
    return { intent: intents.beginSecondFactor, errors: {}, secret: answer.body };
  },
  [intents.confirmSecondFactor]: async (form, { credentials }) => {
    const { code } = codeForm.parse(form);
    const answer = await getWiring().clients.auth.confirmSecondFactor({ body: { code } }, credentials);
    return { intent: intents.confirmSecondFactor, errors: {}, recoveryCodes: answer.body.recoveryCodes };
  },
  [intents.removeSecondFactor]: async (form, { credentials }, request) => {
    const body = currentPasswordForm.parse(form);
    await getWiring().clients.auth.removeSecondFactor({ body }, credentials);
    return done(request, "factorRemoved");
  },
  [intents.endSession]: async (form, { credentials }, request) => {
    await getWiring().clients.auth.endSession({ params: sessionForm.parse(form) }, credentials);
    return done(request, "sessionEnded");
  },
  [intents.endOtherSessions]: async (_form, { credentials }, request) => {
    await getWiring().clients.auth.endOtherSessions({}, credentials);
    return done(request, "sessionsEnded");
  },
};

/** One function an intent; an unknown one is 400. What is wrong comes back beside its field, secrets dropped. */
export async function submitProfile(request: Request) {
  const person = await requireUser(request);
  const form = Object.fromEntries(await request.clone().formData());
  const intent = Object.values(intents).find((each) => each === form.intent);
  if (!intent) throw new Response("Unknown intent", { status: 400 });
  try {
    const answer = await acts[intent](form, person, request);
    return answer instanceof Response ? answer : data(answer);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "secure_login_needed") return proveFirst(form, person);
    if (error instanceof ServiceError && error.code === "unreachable") return notDone(request);
    const errors = reasonsOf(error);
    // The secret stays on the page while its first code is wrong; it counts for nothing yet.
    const secret = intent === intents.confirmSecondFactor ? keptSecret(form, person) : undefined;
    const status = error instanceof ServiceError ? error.status : 400;
    const values = typeof form.email === "string" ? { email: form.email } : undefined;
    return data({ intent, errors, values, secret } satisfies ProfileAnswer, { status });
  }
}

/** To the second factor and back. An address that was typed waits meanwhile; passwords wait nowhere. */
async function proveFirst({ email }: Form, { realm, user }: SignedIn): Promise<Response> {
  if (typeof email !== "string") return redirect(proveAgainPath(path));
  const id = await getWiring().formDrafts.keep(realm, user.uid, path, { email: [email.slice(0, 255)] });
  return redirect(proveAgainPath(`${path}?draft=${id}`));
}

function reasonsOf(error: unknown): Record<string, string[]> {
  const pairs: Array<[string, string]> = [];
  if (error instanceof z.ZodError) {
    for (const issue of error.issues) pairs.push([issue.path.join("."), issue.message]);
  } else if (error instanceof ServiceError && error.status < 500) {
    if (error.status === 429) pairs.push(["currentPassword", "Too many attempts"]);
    else if (error.details) for (const { attribute, reason } of error.details) pairs.push([attribute, reason]);
    else throw new Response(error.message, { status: error.status });
  } else {
    throw error;
  }
  const errors: Record<string, string[]> = {};
  for (const [name, reason] of pairs) errors[name] = [...(errors[name] ?? []), reason];
  return errors;
}

function keptSecret({ secret }: Form, { user }: SignedIn): ProfileAnswer["secret"] {
  if (typeof secret !== "string" || !/^[A-Z2-7]{16,64}$/.test(secret)) return undefined;
  const label = encodeURIComponent(`Fabel:${user.username}`);
  return { secret, address: `otpauth://totp/${label}?secret=${secret}&issuer=Fabel` };
}

/** The sign-in service cannot be reached; secrets are typed anew. */
async function notDone(request: Request): Promise<Response> {
  const t = await getTranslator(request, "session");
  return redirectWithNotice(path, "error", t("profile.notDone"));
}

async function done(request: Request, message: string): Promise<Response> {
  const t = await getTranslator(request, "session");
  return redirectWithNotice(path, "success", t(`profile.done.${message}`));
}
