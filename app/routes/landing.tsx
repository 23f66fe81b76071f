import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { MyAssignments } from "~/library/my-assignments";
import { loadMyAssignments } from "~/library/my-assignments.server";
import { requirePaidFamily } from "~/payment/unpaid-family.server";
import { optionalUser } from "~/session/guard.server";
import { ServicesOverview } from "~/shell/landing/services";
import { Welcome } from "~/shell/landing/welcome";
import { useShellData } from "~/shell/shell-data";

/** Number of assignments on the front page; the bookshelf shows all. */
const maxAssignments = 3;

/** A family that has never paid is redirected to the payment step. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return null;
  await requirePaidFamily(person);
  return loadMyAssignments(person, maxAssignments);
}

export const handle = { i18n: ["landing", "submissions"], isPlainForVisitors: true };

/** Public front page; the services overview if signed in. docs/product/choices.md#who-and-where. */
export default function Landing() {
  const user = useShellData()?.user ?? null;
  const assignments = useLoaderData<typeof loader>();
  if (!user) return <Welcome />;
  return <ServicesOverview user={user} assignments={assignments && <MyAssignments {...assignments} />} />;
}
