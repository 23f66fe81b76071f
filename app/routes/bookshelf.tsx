import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getWiring } from "~/clients/wiring.server";
import { languageOf } from "~/i18n";
import { getTranslator } from "~/i18n.server";
import { Bookshelf } from "~/library/bookshelf";
import { filterFromQuery, shelfOf } from "~/library/shelf";
import { requireUser } from "~/session/guard.server";
import { HomeLayout } from "~/shell/home-layout";

export const handle = { i18n: ["library"] };

/** /bookshelf and /shelves: all that the person may open. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user, credentials, locale } = await requireUser(request);
  const { library } = getWiring().clients;
  const own = { params: { id: user.uid } };
  const [{ body }, readings] = await Promise.all([
    library.getUserBooks({ ...own, query: {} }, credentials),
    library.getReadings(own, credentials),
  ]);
  const filter = filterFromQuery(new URL(request.url).searchParams);
  const t = await getTranslator(request, "library");
  return {
    filter,
    shelf: shelfOf(body.data, filter, { language: languageOf(locale), readings: readings.body.data }),
    isEmployee: user.isEmployee,
    title: t("title"),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function BookshelfRoute() {
  return (
    <HomeLayout>
      <Bookshelf {...useLoaderData<typeof loader>()} />
    </HomeLayout>
  );
}
