import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Bookshelf } from "~/library/bookshelf";
import { OwnBookLink } from "~/library/own-book-link";
import { actOnShelf, loadShelf } from "~/library/shelf.server";
import { requirePaidFamily } from "~/payment/unpaid-family.server";
import { requireUser } from "~/session/guard.server";
import { HomeLayout } from "~/shell/home-layout";

export const handle = { i18n: ["library"], title: "library:title" };

/** /bookshelf and /shelves: all that the person may open. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireUser(request);
  await requirePaidFamily(person);
  return loadShelf(request, person);
}

export async function action({ request }: ActionFunctionArgs) {
  return actOnShelf(request, await requireUser(request));
}

export default function BookshelfRoute() {
  const removed = useActionData<typeof action>()?.removed;
  return (
    <HomeLayout>
      <Bookshelf {...useLoaderData<typeof loader>()} removed={removed} />
      <OwnBookLink />
    </HomeLayout>
  );
}
