import { Link } from "@remix-run/react";
import { UserRoundCog } from "lucide-react";
import { useTranslation } from "react-i18next";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icon";
import { useShellData } from "./shell-data";

/**
 * '{actor} logged in as {user}' with log out, while somebody acts as somebody else. Spec 1, section 2: both bars read the same.
 */
function ActingBar({ className }: { className: string }) {
  const { t } = useTranslation("shell");
  const user = useShellData()?.user;
  if (!user?.actor) return null;
  return (
    <div
      role="status"
      className={classes(
        "flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-warning px-4 py-1.5 text-paper",
        className,
      )}
    >
      <span className="inline-flex items-center gap-2 font-semibold">
        <Icon of={UserRoundCog} />
        {t("actingAs", { actor: user.actor.name, user: user.name })}
      </span>
      <Link
        to="/logout"
        reloadDocument
        className="inline-flex min-h-9 items-center rounded-control border border-current px-3 font-semibold"
      >
        {t("menu.logOut")}
      </Link>
    </div>
  );
}

/** On top of every page with a top bar. */
export function SystemStatusBar() {
  return <ActingBar className="" />;
}

/** At the foot of pages that fill the screen (the reader). */
export function ImpersonationBar() {
  return <ActingBar className="fixed inset-x-0 bottom-0 z-40" />;
}
