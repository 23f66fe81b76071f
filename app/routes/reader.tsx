import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openBook } from "../reader/open-book.server";
import stylesUrl from "../reader/reader.css?url";
import { ReaderFaultPage, ReaderPage } from "../reader/reader-page";
import { keptSettings } from "../reader/settings/kept-settings.server";
import { requireUser } from "../session/guard.server";
import { brandName } from "../shell/brand";

export const handle = { i18n: ["reader"] };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesUrl }];

/** One round trip: the book's shape, its address and its signature come with the page. Spec 2, section 2. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, credentials } = await requireUser(request);
  const [opened, kept] = await Promise.all([
    openBook(params.bookId ?? "", credentials),
    keptSettings(user, credentials),
  ]);
  const noStore = { "Cache-Control": "no-store" };
  if (opened.kind === "fault") {
    const page = { opening: null, title: null, fault: opened.fault, uid: user.uid, kept, origin: null };
    return data(page, { status: opened.status, headers: noStore });
  }
  const { opening, title } = opened;
  const origin = new URL(request.url).searchParams.get("origin");
  const page = { opening, title, fault: null, uid: user.uid, kept, origin };
  return data(page, { headers: { ...opened.headers, ...noStore } });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: page?.title ?? brandName("fabel") }];

/** The book stays open as it is: nothing that happens elsewhere loads it anew. */
export const shouldRevalidate = () => false;

export default function Reader() {
  const { opening, fault, uid, kept, origin } = useLoaderData<typeof loader>();
  if (!opening) return <ReaderFaultPage fault={fault} />;
  return <ReaderPage key={opening.bookId} opening={opening} uid={uid} kept={kept} origin={origin} />;
}
