import type { LoaderFunctionArgs } from "@remix-run/node";
import { requirePaidFamily } from "~/payment/unpaid-family.server";
import { optionalUser } from "~/session/guard.server";
import { ServicesOverview } from "~/shell/landing/services";
import { Welcome } from "~/shell/landing/welcome";
import { useShellData } from "~/shell/shell-data";

/** A family that never paid finds the payment step alone. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await optionalUser(request);
  if (person.kind === "user") await requirePaidFamily(person);
  return null;
}

export const handle = { i18n: ["landing"], isPlainForVisitors: true };

/** Public: what the product is; the person's services once logged in. docs/product/choices.md#who-and-where. */
export default function Landing() {
  const user = useShellData()?.user ?? null;
  return user ? <ServicesOverview user={user} /> : <Welcome />;
}
