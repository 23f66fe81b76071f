import type { Backend } from "~/clients/backend";
import { requestContextOf } from "~/clients/request-context.server";
import { demoCard } from "~/services/contracts/library-card";
import { loadSignInMethod, type SignInMethodPage } from "~/session/sign-in/sign-in-methods.server";

type CardLoginPage = SignInMethodPage & {
  /** A test card; only in demo mode. */
  demoCard: { number: string; pin: string } | null;
};

export async function loadCardLogin(backend: Backend, request: Request): Promise<CardLoginPage> {
  const { demo } = backend.environment;
  return {
    ...(await loadSignInMethod(backend, request)),
    demoCard: demo ? demoCard(requestContextOf(request).realm) : null,
  };
}
