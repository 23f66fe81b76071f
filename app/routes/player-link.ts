import type { LoaderFunctionArgs } from "@remix-run/node";
import { openPlayerLink } from "~/session/sign-in/player-link.server";

/** A book's address in other services, with the token of whoever comes from there. docs/product/reader.md#screens. */
export const loader = ({ request, params }: LoaderFunctionArgs) => openPlayerLink(request, params.bookId ?? "");
