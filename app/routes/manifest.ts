import type { LoaderFunctionArgs } from "@remix-run/node";
import { installManifest } from "~/shell/install-manifest.server";

/** What a tablet needs to know to install the product. */
export const loader = ({ request }: LoaderFunctionArgs) => installManifest(request);
