import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { MyAssignments } from "~/library/my-assignments";
import { loadMyAssignments } from "~/library/my-assignments.server";
import { loadSampleCards } from "~/library/sample-cards.server";
import { loadOffer } from "~/payment/offer.server";
import { OfferSection } from "~/payment/offer-section";
import { requirePaidFamily } from "~/payment/unpaid-family.server";
import { sellerOf } from "~/realms/operator";
import { optionalUser } from "~/session/guard.server";
import { ServicesOverview } from "~/shell/landing/services";
import { Welcome } from "~/shell/landing/welcome";
import type { Titled } from "~/shell/page-title";
import { useShellData } from "~/shell/shell-data";

/** Number of assignments on the front page; the bookshelf shows all. */
const maxAssignments = 3;

/** A family that has never paid is redirected to the payment step. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  const { realm, credentials, backend } = person;
  if (person.kind !== "user") {
    const isOpen = backend.environment.stripe.publishableKeys[realm] !== undefined;
    const [samples, offer] = await Promise.all([
      loadSampleCards(backend, realm, credentials),
      isOpen ? loadOffer(backend, credentials) : null,
    ]);
    const seller = sellerOf(realm, backend.environment.operators[realm]);
    return { kind: "visitor" as const, realm, samples, seller, offer };
  }
  if (person.isJoinedDevice) throw redirect("/bookshelf");
  await requirePaidFamily(person);
  return { kind: "user" as const, assignments: await loadMyAssignments(person, maxAssignments) };
}

export const handle = {
  i18n: ["landing", "submissions", "payment"],
  isPlainForVisitors: true,
  title: ({ t, data }: Titled<typeof loader>) => (data.kind === "visitor" ? t("landing:pageTitle") : []),
  description: "landing:description",
};

/** Public front page; the services overview if signed in. docs/product/choices.md#who-and-where. */
export default function Landing() {
  const user = useShellData()?.user ?? null;
  const data = useLoaderData<typeof loader>();
  if (data.kind === "visitor" || !user) {
    const { samples, seller, offer, realm } = data.kind === "visitor" ? data : nothing;
    return (
      <Welcome
        samples={samples}
        seller={seller}
        offer={offer && realm && <OfferSection offer={offer} realm={realm} />}
      />
    );
  }
  const { assignments } = data;
  return <ServicesOverview user={user} assignments={assignments && <MyAssignments {...assignments} />} />;
}

/** Between signing out and the page's next data. */
const nothing = { samples: [], seller: null, offer: null, realm: null };
