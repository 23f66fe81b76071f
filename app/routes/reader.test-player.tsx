import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TestPlayer } from "~/reader/local/test-player";
import stylesUrl from "~/reader/reader.css?url";
import { requireUser } from "~/session/guard.server";

export const handle = { i18n: ["reader", "books"], title: "reader:test_player.title", fillsScreen: true };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesUrl }];

/** Test mode: the book comes from the reader's own device. docs/product/reader.md#screens. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireUser(request);
  return { uid: user.uid };
}

/** The book stays open as it is: nothing that happens elsewhere loads it anew. */
export const shouldRevalidate = () => false;

export default function TestPlayerRoute() {
  return <TestPlayer uid={useLoaderData<typeof loader>().uid} />;
}
