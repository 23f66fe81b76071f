import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import { type Seller, sellerOf } from "~/realms/operator";
import type { Realm } from "~/realms/realm";
import { ServiceError } from "~/services/contracts/service-error";
import type { SampleCard } from "./samples";

export type WelcomeData = {
  samples: SampleCard[];
  /** null while a fact that the law wants is not filled in. */
  seller: Seller | null;
};

const shownSamples = 2;

/** What visitors see of the country: sample books and who sells. Without the library the page is shown without books. */
export async function loadWelcome(backend: Backend, realm: Realm, credentials: CallContext): Promise<WelcomeData> {
  const samples = await backend.clients.library
    .getSamples({ query: { limit: shownSamples } }, credentials)
    .then(({ body }) => body.data)
    .catch((error: unknown) => {
      if (error instanceof ServiceError) return [];
      throw error;
    });
  return { samples: samples.map(cardOf), seller: sellerOf(realm, backend.environment.operators[realm]) };
}

function cardOf({ id, title, language, audioLanguages, ageFrom, ageTo, coverUrl }: SampleCard): SampleCard {
  return { id, title, language, audioLanguages, ageFrom, ageTo, coverUrl };
}
