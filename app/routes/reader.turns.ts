import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { streamTurns } from "~/reader/together/turn-stream.server";

/** The page turns of a teacher, as server-sent events. docs/product/reader.md#reading-together. */
export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  streamTurns(backendOf(context), request, params.id ?? "");
