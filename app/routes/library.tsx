import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { logOutForLibrary } from "~/session/log-out.server";
import { Footer } from "~/shell/footer";
import { Shell } from "~/shell/shell";

export const handle = { i18n: ["library"] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  // The library has only one page; the layout alone would be empty.
  if (/^\/library\/?$/.test(pathname)) throw redirect(`/library/bookshelf${search}`);
  await logOutForLibrary(backendOf(context), request);
  return null;
}

export default function LibraryLayout() {
  return (
    <Shell isPublic footer={<Footer />}>
      <Outlet />
    </Shell>
  );
}
