import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { TestPlayer } from "~/reader/local/test-player";
import stylesUrl from "~/reader/screen/reader.css?url";
import { requireUser } from "~/session/guard.server";

export const handle = { i18n: ["reader", "books"], title: "reader:test_player.title", fillsScreen: true };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesUrl }];

/** Test mode: the book is a file on the user's device. docs/product/reader.md#screens. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(backendOf(context), request);
  return { uid: user.uid };
}

/** Other routes' actions must not reload the open book. */
export const shouldRevalidate = () => false;

export default function TestPlayerRoute() {
  return <TestPlayer uid={useLoaderData<typeof loader>().uid} />;
}
