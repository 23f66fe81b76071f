import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getTranslator } from "../i18n.server";
import { TestPlayer } from "../reader/local/test-player";
import stylesUrl from "../reader/reader.css?url";
import { requireUser } from "../session/guard.server";

export const handle = { i18n: ["reader", "books"], fillsScreen: true };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesUrl }];

/** Test mode: the book comes from the reader's own device. Spec 2, section 2. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireUser(request);
  const t = await getTranslator(request, "reader");
  return { uid: user.uid, title: t("test_player.title") };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** The book stays open as it is: nothing that happens elsewhere loads it anew. */
export const shouldRevalidate = () => false;

export default function TestPlayerRoute() {
  return <TestPlayer uid={useLoaderData<typeof loader>().uid} />;
}
