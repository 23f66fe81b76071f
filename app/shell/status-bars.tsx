import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { UserRoundCog } from "~/ui/icons";
import { logOutPath } from "./menu-items";
import { useShellData } from "./shell-data";

/** Names the actual and the impersonated user, with a link back to the actual user's own session. docs/product/shell.md#screens: both bars have the same text. */
function useActing(): { message: string; back: ReactNode } | null {
  const { t } = useTranslation("shell");
  const user = useShellData()?.user;
  const { pathname, search } = useLocation();
  if (!user?.actor) return null;
  // If the page has a draft, it is the actual user's form: return to it.
  const isDraftHere = new URLSearchParams(search).has("draft");
  const href = isDraftHere ? `/logout?${new URLSearchParams({ redirect: pathname + search })}` : logOutPath(user);
  const back = (
    <Link
      to={href}
      reloadDocument
      className="inline-flex min-h-9 shrink-0 items-center rounded-control border border-current px-3 font-semibold"
    >
      {t("backToMyAccount")}
    </Link>
  );
  return { message: t("actingAs", { actor: user.actor.name, user: user.name }), back };
}

/** Status bar above every page with a top bar. */
export function SystemStatusBar() {
  const acting = useActing();
  if (!acting) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-warning px-4 py-1.5 text-paper"
    >
      <span className="inline-flex items-center gap-2 font-semibold">
        <Icon of={UserRoundCog} />
        {acting.message}
      </span>
      {acting.back}
    </div>
  );
}

/** Status bar at the bottom of full-screen pages (the reader), which reserve its height: reader.css. */
export function ImpersonationBar() {
  const acting = useActing();
  if (!acting) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-0 z-40 flex h-14 items-center justify-center gap-4 bg-warning px-4 text-paper"
    >
      <span className="inline-flex min-w-0 items-center gap-2 font-semibold max-sm:text-14">
        <Icon of={UserRoundCog} />
        <span className="line-clamp-2 min-w-0">{acting.message}</span>
      </span>
      {acting.back}
    </div>
  );
}
