import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadChoices } from "~/control-panel/forms/choices.server";

/** GET /controlpanel/choices: what a form of the panel can choose from, by a part of the name. */
export const loader = async ({ request }: LoaderFunctionArgs) => Response.json(await loadChoices(request));
