import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "~/session/sign-in.server";
import { sameOriginPath } from "~/shell/same-origin-path";

/**
 * Logging out is the one thing that a GET may change here. A picture on somebody else's page must not do it, so only a navigation
 * of the whole window counts, where the browser says what it is.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const destination = request.headers.get("sec-fetch-dest");
  if (destination !== null && destination !== "document" && destination !== "empty") {
    throw new Response("Log out by going to this address", { status: 400 });
  }
  const { cookie } = await signOut(request);
  const target = sameOriginPath(new URL(request.url).searchParams.get("redirect"));
  return redirect(target, { headers: { "Set-Cookie": cookie } });
}
