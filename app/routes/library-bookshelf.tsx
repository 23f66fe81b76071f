import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getWiring } from "~/clients/wiring.server";
import { languageOf } from "~/i18n/i18n";
import { Bookshelf } from "~/library/bookshelf";
import { PublicShelf } from "~/library/public-shelf";
import { filterFromQuery, shelfOf } from "~/library/shelf";
import { optionalUser } from "~/session/guard.server";
import type { Titled } from "~/shell/page-title";

export const handle = {
  i18n: ["library"],
  title: ({ t, data }: Titled<typeof loader>) => t(data.content ? "library:title" : "library:public.title"),
};

/** The public library's shelf: for visitors the ways in, for a reader with an audio aid their own books. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await optionalUser(request);
  if (person.kind === "visitor") return { content: null };
  const { user, credentials, locale } = person;
  const { body } = await getWiring().clients.library.getUserBooks({ params: { id: user.uid }, query: {} }, credentials);
  const filter = filterFromQuery(new URL(request.url).searchParams);
  return {
    content: {
      filter,
      shelf: shelfOf(body.data, filter, { language: languageOf(locale) }),
      isEmployee: user.isEmployee,
    },
  };
}

export default function LibraryBookshelfRoute() {
  const { content } = useLoaderData<typeof loader>();
  return content ? <Bookshelf {...content} /> : <PublicShelf />;
}
