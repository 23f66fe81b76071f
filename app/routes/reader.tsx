import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openBook } from "../reader/open-book.server";
import stylesUrl from "../reader/reader.css?url";
import { ReaderFaultPage, ReaderPage } from "../reader/reader-page";
import { requireUser } from "../session/guard.server";
import { brandName } from "../shell/brand";

export const handle = { i18n: ["reader"] };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesUrl }];

/** One round trip: the book's shape, its address and its signature come with the page. Spec 2, section 2. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, credentials } = await requireUser(request);
  const opened = await openBook(params.bookId ?? "", credentials);
  const noStore = { "Cache-Control": "no-store" };
  if (opened.kind === "fault") {
    return data({ opening: null, fault: opened.fault, uid: user.uid }, { status: opened.status, headers: noStore });
  }
  return data({ opening: opened.opening, fault: null, uid: user.uid }, { headers: { ...opened.headers, ...noStore } });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: page?.opening?.book.title ?? brandName("fabel") },
];

/** The book stays open as it is: nothing that happens elsewhere loads it anew. */
export const shouldRevalidate = () => false;

export default function Reader() {
  const { opening, fault, uid } = useLoaderData<typeof loader>();
  return opening ? <ReaderPage key={opening.bookId} opening={opening} uid={uid} /> : <ReaderFaultPage fault={fault} />;
}
