import { getWiring } from "~/clients/wiring.server";
import { demoCard } from "~/services/contracts/library-card";
import { visitOf } from "./visit.server";
import { loadWay, type WayPage } from "./ways.server";

export type CardLoginPage = WayPage & {
  /** Only in demo mode: a card to try. */
  demoCard: { number: string; pin: string } | null;
};

export async function loadCardLogin(request: Request): Promise<CardLoginPage> {
  const { demo } = getWiring().environment;
  return { ...(await loadWay(request)), demoCard: demo ? demoCard(visitOf(request).realm) : null };
}
