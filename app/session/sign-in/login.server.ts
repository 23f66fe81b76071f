import { redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { requireSameOrigin } from "~/clients/same-origin.server";
import type { FormResult } from "~/forms/form-result";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { joinDevicePath } from "~/services/contracts/device-link";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError } from "~/services/contracts/service-error";
import { stayField } from "~/services/contracts/stay-signed-in";
import { wasJoined } from "~/session/cookies.server";
import { optionalUser, type SignedIn } from "~/session/guard.server";
import { landingPath } from "~/session/library-pages";
import { startPath } from "~/session/start-path";
import { problemWithWait } from "~/session/wait-in-words";
import { type ExternalProblem, externalProblems } from "./external-problems";
import { loadProviders } from "./external-sign-in.server";
import type { DemoAccount } from "./login-page";
import { loginSchema } from "./login-schema";
import { signIn } from "./sign-in.server";

/** Loader and action of the login page. */

type LoginPageData = {
  redirectTo: string;
  authorize: string | null;
  /** Initial value: a demo account, selected without script, or the family's own where a parent takes over from a child. */
  username: string;
  /** Whether the session that is to be proved anew outlives the browser. */
  staysSignedIn: boolean;
  demoAccounts: DemoAccount[];
  /** Reason why signing in again is necessary; shown once, until the form is submitted. */
  problem: LoginProblem | null;
  /** Names of the realm's providers. */
  providers: string[];
};

type LoginProblem = (typeof ownProblems)[number] | "again" | "waiting" | ExternalProblem;

const ownProblems = [
  /** An attempt that does not match this browser's. */
  "attempt",
  /** A form was stored until its owner has signed in. */
  "draft_saved",
  /** The session has ended. */
  "ended",
  /** A form was submitted after the session's end and not saved. */
  "not_done",
  "account_off",
  /** The session was begun with a badge, and the school has deactivated badges since. */
  "badges_off",
  /** The sign-in service is unavailable. */
  "unreachable",
  /** A child is reading, and the page is for parents. */
  "parent",
  /** The parents' PIN was wrong too often. */
  "parent_blocked",
  /** A player link was used before, or has expired. */
  "link",
] as const;

export type LoginResult = FormResult & {
  /** The password was right, but must be replaced by one that the user chooses. */
  mustChangePassword?: boolean;
};

const demoRoles = ["super", "admin", "teacher", "student", "guardian", "family"] as const;
const demoPassword = "demo-Passw0rd";

/** @throws Response a redirect for a signed-in user who was not sent here to sign in again */
export async function loadLogin(backend: Backend, request: Request): Promise<LoginPageData> {
  const query = new URL(request.url).searchParams;
  const redirectTo = landingPath(request, query.get("redirect"));
  const [person, providers] = await Promise.all([optionalUser(backend, request), loadProviders(backend, request)]);
  const requested = query.get("problem");
  // The session could not be renewed a moment ago and can be now, so signing in is not necessary.
  const isReauthentication =
    query.get("reauthenticate") === "true" && !(person.kind === "user" && requested === "waiting");
  const authorize = query.get("authorize");
  if (person.kind === "user" && !isReauthentication && authorize === null) {
    throw redirect(redirectTo === "/" ? startPath(person.user) : redirectTo);
  }
  // A child's tablet: its page says that it is no longer joined, and what a parent can do. The log-in is one link away.
  if (person.kind === "visitor" && !person.isWaiting && isReauthentication && (await wasJoined(request))) {
    throw redirect(joinDevicePath);
  }
  const isWaiting = person.kind === "visitor" && person.isWaiting === true;
  return {
    redirectTo,
    authorize,
    username: query.get("username")?.slice(0, 255) ?? (isForParent(person, requested) ? person.user.username : ""),
    staysSignedIn: person.kind === "user" && person.staysUntil !== null,
    demoAccounts: backend.environment.demo ? demoAccounts(person.realm) : [],
    problem: isWaiting
      ? "waiting"
      : (problemIn(requested) ?? (isReauthentication && redirectTo !== "/" ? "again" : null)),
    providers,
  };
}

/** A child reads here, so the session names the account; an address in the URL would stay in the history. */
function isForParent(person: Awaited<ReturnType<typeof optionalUser>>, problem: string | null): person is SignedIn {
  return person.kind === "user" && !person.isJoinedDevice && (problem === "parent" || problem === "parent_blocked");
}

function problemIn(text: string | null): LoginProblem | null {
  return [...ownProblems, ...externalProblems].find((each) => each === text) ?? null;
}

function demoAccounts(realm: string): DemoAccount[] {
  return demoRoles.map((role) => ({ role, username: `${role}.${realm}`, password: demoPassword }));
}

/**
 * Submits the form to the sign-in service; on errors the form is returned with its values, except passwords.
 * docs/product/shell.md#validation.
 */
export async function submitLogin(backend: Backend, request: Request) {
  requireSameOrigin(request);
  const { submission } = readForm(await request.clone().formData(), loginSchema);
  const extra = { mustChangePassword: submission.payload.newPassword !== undefined };
  if (submission.status !== "success") return formResult(backend, null, { request, submission, extra });
  const { username, password, newPassword, stay, redirect: target, authorize } = submission.value;
  try {
    return await signIn(backend, request, {
      form: {
        username,
        password,
        ...(newPassword ? { new_password: newPassword } : {}),
        ...(stay ? { [stayField]: stay } : {}),
      },
      target,
      ...(authorize ? { authorizeQuery: authorize } : {}),
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "password_change_required") {
      // Asked for already, and left empty.
      const fieldErrors = extra.mustChangePassword ? { newPassword: [formMessages.mandatory] } : undefined;
      return formResult(backend, null, {
        request,
        submission,
        status: 403,
        fieldErrors,
        extra: { mustChangePassword: true },
      });
    }
    if (error.code === "ValidationError") {
      const names: Record<string, string> = newPassword ? { password: "newPassword" } : {};
      const reasons = (error.details ?? []).map(({ attribute, reason }) => [names[attribute] ?? attribute, [reason]]);
      return formResult(backend, null, { request, submission, fieldErrors: Object.fromEntries(reasons), extra });
    }
    const known = ["invalid_credentials", "too_many_attempts", "no_code", "unreachable", "other_person"];
    const problem = known.includes(error.code) ? error.code : "failed";
    return formResult(backend, error, {
      request,
      submission,
      fieldErrors: { "": [problemWithWait(problem, error)] },
      status: error.status,
      extra,
    });
  }
}
