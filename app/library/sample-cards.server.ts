import { type Cache, createCache } from "~/caching/create-cache";
import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import { type Realm, realms } from "~/realms/realm";
import { withinGuardWait } from "~/session/wait";
import type { SampleCard } from "~/shell/landing/samples";

const shownSamples = 2;
/** Milliseconds that the page waits for the library. */
const patience = 1500;
/** Milliseconds for which a country's cards are cached: everybody sees the same, and the book itself is looked up when it is opened. */
const cardsTtl = 60_000;

const cardsOfBackends = new WeakMap<Backend["clients"], Cache<Promise<SampleCard[]>>>();

/** The country's sample books for its front page, which is shown whatever the library does, then without books. */
export async function loadSampleCards(backend: Backend, realm: Realm, credentials: CallContext): Promise<SampleCard[]> {
  const loading = cacheOf(backend.clients)
    .getOrMake(realm, () => listCards(backend, credentials))
    .catch(() => []);
  const cards = await withinGuardWait(loading, patience);
  return cards === "timeout" ? [] : cards;
}

function cacheOf(clients: Backend["clients"]): Cache<Promise<SampleCard[]>> {
  const known = cardsOfBackends.get(clients);
  if (known) return known;
  const made = createCache<Promise<SampleCard[]>>({ name: "samples", limit: realms.length, ttl: cardsTtl });
  cardsOfBackends.set(clients, made);
  return made;
}

async function listCards({ clients }: Backend, credentials: CallContext): Promise<SampleCard[]> {
  const { body } = await clients.library.getSamples({ query: { limit: shownSamples } }, credentials);
  return body.data.map(({ id, title, language, audioLanguages, ageFrom, ageTo, coverUrl }) => ({
    ...{ id, title, language, audioLanguages, ageFrom, ageTo, coverUrl },
  }));
}
