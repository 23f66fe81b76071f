import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadChoices } from "~/control-panel/forms/choices.server";

/** GET /controlpanel/choices: searches the choices of a panel's form by part of the name. */
export const loader = async ({ request }: LoaderFunctionArgs) => Response.json(await loadChoices(request));
