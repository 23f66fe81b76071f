import type { LoaderFunctionArgs } from "@remix-run/node";
import { installManifest } from "~/shell/install-manifest.server";

/** Web app manifest, with which tablets can install the app. */
export const loader = ({ request }: LoaderFunctionArgs) => installManifest(request);
