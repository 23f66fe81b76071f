import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { LegalArticle } from "~/legal/legal-article";
import { loadLegalPage } from "~/legal/legal-page.server";
import { optionalUser } from "~/session/guard.server";
import type { Titled } from "~/shell/page-title";

export const handle = {
  i18n: ["legal"],
  isPlainForVisitors: true,
  title: ({ data }: Titled<typeof loader>) => data.title,
};

/** Public page: a legal text of the country, the current version or an earlier one. @throws Response 404 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  const isSuperUser = person.kind === "user" && person.user.isSuperUser;
  const { page, version } = params;
  return loadLegalPage(person.backend, person.realm, { page, version }, isSuperUser);
}

export default function Legal() {
  return <LegalArticle data={useLoaderData<typeof loader>()} />;
}
