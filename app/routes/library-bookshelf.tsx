import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { Bookshelf } from "~/library/bookshelf";
import { PublicShelf } from "~/library/public-shelf";
import { loadShelf } from "~/library/shelf.server";
import { optionalUser } from "~/session/guard.server";
import type { Titled } from "~/shell/page-title";

export const handle = {
  i18n: ["library"],
  title: ({ t, data }: Titled<typeof loader>) => t(data.content ? "library:title" : "library:public.title"),
};

/** Shelf of the public library: sign-in methods if signed out, the user's own books if signed in with an audio aid. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind === "visitor") return { content: null };
  return { content: await loadShelf(request, person, { withWeek: false }) };
}

export default function LibraryBookshelfRoute() {
  const { content } = useLoaderData<typeof loader>();
  return content ? <Bookshelf {...content} isPublicLibrary /> : <PublicShelf />;
}
