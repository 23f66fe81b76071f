import { getWiring } from "~/clients/wiring.server";
import { demoCard } from "~/services/contracts/library-card";
import { loadSignInMethod, type SignInMethodPage } from "./sign-in-methods.server";
import { visitOf } from "./visit.server";

export type CardLoginPage = SignInMethodPage & {
  /** Only in demo mode: a card to try. */
  demoCard: { number: string; pin: string } | null;
};

export async function loadCardLogin(request: Request): Promise<CardLoginPage> {
  const { demo } = getWiring().environment;
  return { ...(await loadSignInMethod(request)), demoCard: demo ? demoCard(visitOf(request).realm) : null };
}
