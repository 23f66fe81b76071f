import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadChildReading } from "~/reading-statistics/children.server";
import { ChildReadingPage } from "~/reading-statistics/children-pages";
import { HomeLayout } from "~/shell/home-layout";
import type { Titled } from "~/shell/page-title";

export const handle = {
  i18n: ["reading"],
  title: ({ t, data }: Titled<typeof loader>) => [t("reading:title"), data.name],
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadChildReading(backendOf(context), request, params.id ?? "");

export default function ChildReadingRoute() {
  return (
    <HomeLayout>
      <ChildReadingPage {...useLoaderData<typeof loader>()} />
    </HomeLayout>
  );
}
