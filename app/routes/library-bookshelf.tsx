import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getWiring } from "~/clients/wiring.server";
import { languageOf } from "~/i18n";
import { getTranslator } from "~/i18n.server";
import { Bookshelf } from "~/library/bookshelf";
import { PublicShelf } from "~/library/public-shelf";
import { filterFromQuery, shelfOf } from "~/library/shelf";
import { optionalUser } from "~/session/guard.server";

export const handle = { i18n: ["library"] };

/** The public library's shelf: for visitors the ways in, for a reader with an audio aid their own books. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await optionalUser(request);
  const t = await getTranslator(request, "library");
  const title = t("title");
  if (person.kind === "visitor") return { title, content: null };
  const { user, credentials, locale } = person;
  const { body } = await getWiring().clients.library.getUserBooks({ params: { id: user.uid }, query: {} }, credentials);
  const filter = filterFromQuery(new URL(request.url).searchParams);
  return {
    title,
    content: {
      filter,
      shelf: shelfOf(body.data, filter, { language: languageOf(locale) }),
      isEmployee: user.isEmployee,
    },
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function LibraryBookshelfRoute() {
  const { content } = useLoaderData<typeof loader>();
  return content ? <Bookshelf {...content} /> : <PublicShelf />;
}
