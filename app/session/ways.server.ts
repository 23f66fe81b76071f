import { data } from "@remix-run/node";
import { ServiceError } from "~/services/contracts/service-error";
import { sameOriginPath } from "~/shell/same-origin-path";
import { optionalUser } from "./guard.server";
import { requireSameOrigin } from "./same-origin.server";
import { signIn } from "./sign-in.server";
import type { WayAnswer, WayProblem } from "./way-answer";
import type { Way } from "./ways";

/** The other ways in, as pages: what each shows and what its form does. Issue 3, part 3. */

export type WayPage = {
  redirectTo: string;
  authorize: string | null;
  /** Who is signed in already: they are asked before somebody else takes their place. */
  signedInName: string | null;
};

export async function loadWay(request: Request): Promise<WayPage> {
  const query = new URL(request.url).searchParams;
  const person = await optionalUser(request);
  return {
    redirectTo: sameOriginPath(query.get("redirect")),
    authorize: query.get("authorize"),
    signedInName: person.kind === "user" ? person.user.name : null,
  };
}

type Carried = { redirect?: string | undefined; authorize?: string | undefined };

/** Signs in by what was typed; what is wrong comes back beside its field, or on top where no field alone is wrong. */
export async function submitWay<Values extends Carried>(request: Request, way: Way<Values>) {
  requireSameOrigin(request);
  const typed = Object.fromEntries(await request.clone().formData());
  const parsed = way.schema.safeParse(typed);
  if (!parsed.success) {
    const errors: Record<string, string[]> = {};
    for (const { path, message } of parsed.error.issues) {
      const name = String(path[0]);
      errors[name] ??= [message];
    }
    return answer(400, { errors });
  }
  const { redirect, authorize } = parsed.data;
  try {
    return await signIn(request, {
      form: way.form(parsed.data),
      target: redirect,
      extras: { amr_hint: way.amrHint },
      ...(authorize ? { authorizeQuery: authorize } : {}),
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return answer(error.status, { problem: problemOf(error) }, error.headers);
  }

  function answer(status: number, wrong: Partial<WayAnswer>, headers?: Record<string, string>) {
    const kept = way.kept.map((name) => [name, String(typed[name] ?? "").slice(0, 500)]);
    const body: WayAnswer = { typed: Object.fromEntries(kept), errors: {}, problem: null, ...wrong };
    return data(body, { status, headers });
  }
}

const problems: readonly WayProblem[] = [
  "invalid_badge",
  "badges_off",
  "invalid_card",
  "too_many_attempts",
  "no_code",
  "unreachable",
];

export function problemOf({ code }: ServiceError): WayProblem {
  return problems.find((each) => each === code) ?? "failed";
}
