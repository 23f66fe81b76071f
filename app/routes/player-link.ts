import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { openPlayerLink } from "~/session/sign-in/player-link.server";

/** URL of a book for other services, with the user's token from there. docs/product/reader.md#screens. */
export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  openPlayerLink(backendOf(context), request, params.bookId ?? "");
