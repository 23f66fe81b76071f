import { ServicesOverview } from "~/shell/landing/services";
import { Welcome } from "~/shell/landing/welcome";
import { useShellData } from "~/shell/shell-data";

export const handle = { i18n: ["landing"], isPlainForVisitors: true };

/** Public: what the product is; the person's services once logged in. docs/product/choices.md#who-and-where. */
export default function Landing() {
  const user = useShellData()?.user ?? null;
  return user ? <ServicesOverview user={user} /> : <Welcome />;
}
