import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { clearedSessionCookie, sessionIdOf } from "~/session/cookies.server";
import { signOut } from "~/session/sign-in.server";
import { Footer } from "~/shell/footer";
import { Shell } from "~/shell/shell";

export const handle = { i18n: ["library"] };

/**
 * Everything under /library/ logs out, unless the visit comes from an audio-aid app, which says so by a cookie. Spec 1,
 * section 2; rulings, "Who and where". The redirect to itself lets the page render for the visitor that one is then.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const isAudioAid = /(?:^|;\s*)audio_aid=1(?:;|$)/.test(request.headers.get("cookie") ?? "");
  if (isAudioAid || (await sessionIdOf(request)) === null) return null;
  await signOut(request);
  const { pathname, search } = new URL(request.url);
  throw redirect(pathname + search, { headers: { "Set-Cookie": await clearedSessionCookie(request) } });
}

export default function LibraryLayout() {
  return (
    <Shell isPublic footer={<Footer />}>
      <Outlet />
    </Shell>
  );
}
