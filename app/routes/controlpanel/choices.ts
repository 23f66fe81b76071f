import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { loadChoices } from "~/control-panel/forms/choices.server";

/** GET /controlpanel/choices: searches the choices of a panel's form by part of the name. */
export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  Response.json(await loadChoices(backendOf(context), request));
