import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { requirePaidFamily } from "~/payment/unpaid-family.server";
import { loadChildren } from "~/reading-statistics/children.server";
import { ChildrenPage } from "~/reading-statistics/children-pages";
import { requireUser } from "~/session/guard.server";
import { HomeLayout } from "~/shell/home-layout";

export const handle = { i18n: ["reading", "library"], title: "reading:children.title" };

/** Reading of a guardian's or a family's children. docs/product/reader.md#reading-log. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePaidFamily(await requireUser(backendOf(context), request));
  return loadChildren(backendOf(context), request);
}

export default function ChildrenRoute() {
  return (
    <HomeLayout>
      <ChildrenPage {...useLoaderData<typeof loader>()} />
    </HomeLayout>
  );
}
