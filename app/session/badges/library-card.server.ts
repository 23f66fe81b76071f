import { requestContextOf } from "~/clients/request-context.server";
import { getWiring } from "~/clients/wiring.server";
import { demoCard } from "~/services/contracts/library-card";
import { loadSignInMethod, type SignInMethodPage } from "~/session/sign-in/sign-in-methods.server";

type CardLoginPage = SignInMethodPage & {
  /** A test card; only in demo mode. */
  demoCard: { number: string; pin: string } | null;
};

export async function loadCardLogin(request: Request): Promise<CardLoginPage> {
  const { demo } = getWiring().environment;
  return { ...(await loadSignInMethod(request)), demoCard: demo ? demoCard(requestContextOf(request).realm) : null };
}
