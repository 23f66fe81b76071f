import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { Bookshelf } from "~/library/bookshelf";
import { loadShelf } from "~/library/shelf.server";
import { optionalUser } from "~/session/guard.server";
import type { Titled } from "~/shell/page-title";
import { LinkButton } from "~/ui/button";
import { IdCard, LogIn } from "~/ui/icons";

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

/** The public library's shelf before signing in: the two sign-in methods. */
function PublicShelf() {
  const { t } = useTranslation("library");
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-5 py-12 text-center">
      <h1 className="text-36">{t("public.title")}</h1>
      <p className="text-18 text-ink-soft">{t("public.text")}</p>
      <div className="flex w-full max-w-sm flex-col gap-3">
        <LinkButton to="/login/ak-bibliotheken?redirect=/bookshelf" variant="primary" size="large" icon={IdCard} wide>
          {t("public.card")}
        </LinkButton>
        <LinkButton to="/login?redirect=/bookshelf" size="large" icon={LogIn} wide>
          {t("public.logIn")}
        </LinkButton>
      </div>
    </div>
  );
}
