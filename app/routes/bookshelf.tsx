import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getWiring } from "~/clients/wiring.server";
import { languageOf } from "~/i18n/i18n";
import { Bookshelf } from "~/library/bookshelf";
import { filterFromQuery, shelfOf } from "~/library/shelf";
import { requirePaidFamily } from "~/payment/unpaid-family.server";
import { requireUser } from "~/session/guard.server";
import { HomeLayout } from "~/shell/home-layout";

export const handle = { i18n: ["library"], title: "library:title" };

/** /bookshelf and /shelves: all that the person may open. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireUser(request);
  await requirePaidFamily(person);
  const { user, credentials, locale } = person;
  const { library } = getWiring().clients;
  const own = { params: { id: user.uid } };
  const [{ body }, readings] = await Promise.all([
    library.getUserBooks({ ...own, query: {} }, credentials),
    library.getReadings(own, credentials),
  ]);
  const filter = filterFromQuery(new URL(request.url).searchParams);
  return {
    filter,
    shelf: shelfOf(body.data, filter, { language: languageOf(locale), readings: readings.body.data }),
    isEmployee: user.isEmployee,
  };
}

export default function BookshelfRoute() {
  return (
    <HomeLayout>
      <Bookshelf {...useLoaderData<typeof loader>()} />
    </HomeLayout>
  );
}
