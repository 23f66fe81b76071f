import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { Bookshelf } from "~/library/bookshelf";
import { MyAssignments } from "~/library/my-assignments";
import { loadMyAssignments } from "~/library/my-assignments.server";
import { OwnBookLink } from "~/library/own-book-link";
import { actOnShelf, loadShelf } from "~/library/shelf.server";
import { requirePaidFamily } from "~/payment/unpaid-family.server";
import { requireReader } from "~/session/guard.server";
import { HomeLayout } from "~/shell/home-layout";

export const handle = { i18n: ["library", "submissions"], title: "library:title" };

/** /bookshelf and /shelves: all books that the user may open. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await requireReader(backendOf(context), request);
  await requirePaidFamily(person);
  const [shelf, assignments] = await Promise.all([loadShelf(request, person), loadMyAssignments(person)]);
  return { ...shelf, assignments };
}

export async function action({ request, context }: ActionFunctionArgs) {
  return actOnShelf(request, await requireReader(backendOf(context), request));
}

export default function BookshelfRoute() {
  const removed = useActionData<typeof action>()?.removed;
  const { assignments, ...shelf } = useLoaderData<typeof loader>();
  return (
    <HomeLayout>
      <Bookshelf
        {...shelf}
        removed={removed}
        marks={assignments.marks}
        assignments={<MyAssignments {...assignments} />}
      />
      <OwnBookLink />
    </HomeLayout>
  );
}
