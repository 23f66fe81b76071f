import type { z } from "zod";
import type { Backend } from "~/clients/backend";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { ServiceError } from "~/services/contracts/service-error";
import { optionalUser } from "~/session/guard.server";
import { landingPath } from "~/session/library-pages";
import { problemWithWait } from "~/session/wait-in-words";
import { signIn } from "./sign-in.server";
import type { SignInMethod, SignInProblem } from "./sign-in-methods";

/** Loader and action of the pages for other sign-in methods than the password. */

export type SignInMethodPage = {
  redirectTo: string;
  authorize: string | null;
  /** Name of the user who is signed in already: the page asks before replacing their session. */
  signedInName: string | null;
};

export async function loadSignInMethod(backend: Backend, request: Request): Promise<SignInMethodPage> {
  const query = new URL(request.url).searchParams;
  const person = await optionalUser(backend, request);
  return {
    redirectTo: landingPath(request, query.get("redirect")),
    authorize: query.get("authorize"),
    signedInName: person.kind === "user" ? person.user.name : null,
  };
}

type CarriedOn = { redirect?: string | undefined; authorize?: string | undefined };

/** Signs in with the submitted values; errors are returned by field, or for the form. */
export async function submitSignInMethod<Schema extends z.ZodObject>(
  backend: Backend,
  request: Request,
  method: SignInMethod<Schema>,
) {
  requireSameOrigin(request);
  const { submission } = readForm(await request.clone().formData(), method.schema);
  if (submission.status !== "success") return formResult(backend, null, { request, submission });
  const { redirect, authorize } = submission.value as CarriedOn;
  try {
    return await signIn(backend, request, {
      form: method.form(submission.value),
      target: redirect,
      extras: { amr_hint: method.amrHint },
      ...(authorize ? { authorizeQuery: authorize } : {}),
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return formResult(backend, error, {
      request,
      submission,
      fieldErrors: { "": [problemWithWait(problemOf(error), error)] },
      status: error.status,
    });
  }
}

const problems: readonly SignInProblem[] = [
  "invalid_badge",
  "badges_off",
  "invalid_card",
  "invalid_credentials",
  "too_many_attempts",
  "no_code",
  "unreachable",
];

function problemOf({ code }: ServiceError): SignInProblem {
  return problems.find((each) => each === code) ?? "failed";
}
