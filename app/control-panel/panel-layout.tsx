import { Outlet, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Shell } from "~/shell/shell";
import { classes } from "~/ui/classes";
import { Link, NavLink } from "~/ui/link";
import { startsInView, useCurrentInView } from "~/ui/tabs";

const pages = ["students", "guardians", "employees", "users", "groups", "organizations", "beta/manage"] as const;

/** The control panel's frame: its own logo link and its pages in a row. Spec 3, section 2. */
export function PanelLayout({ pagesShown }: { pagesShown: readonly string[] }) {
  const { t } = useTranslation(["control-panel", "lists"]);
  const { pathname } = useLocation();
  const row = useCurrentInView(pathname);
  const look = (isCurrent: boolean) =>
    classes(
      startsInView,
      "-mb-px inline-flex min-h-11 shrink-0 items-center whitespace-nowrap border-b-3 px-3 font-semibold transition max-md:px-2 hover:text-primary",
      isCurrent ? "border-primary text-primary" : "border-transparent text-ink-soft",
    );
  return (
    <Shell logoTo="/controlpanel">
      <nav
        ref={row}
        aria-label={t("title")}
        className="-mt-2 mb-6 flex overflow-x-auto border-line border-b [scrollbar-width:none] max-md:-mx-4 max-md:px-4"
      >
        <NavLink to="/controlpanel" end prefetch="intent" className={({ isActive }) => look(isActive)}>
          {t("nav.overview")}
        </NavLink>
        {pages
          .filter((page) => pagesShown.includes(page))
          .map((page) => (
            <NavLink
              key={page}
              to={`/controlpanel/${page}`}
              prefetch="intent"
              className={({ isActive }) => look(isActive)}
            >
              {t(page === "beta/manage" ? "manage.title" : `nav.${page}`)}
            </NavLink>
          ))}
        <NavLink to="/controlpanel/jobs" prefetch="intent" className={({ isActive }) => look(isActive)}>
          {t("lists:job.nav")}
        </NavLink>
      </nav>
      <Outlet />
    </Shell>
  );
}

/** A number or name that leads to a list, on the overview. */
export function OverviewLink({ to, title, text }: { to: string; title: string; text: string }) {
  return (
    <Link
      to={to}
      prefetch="intent"
      className="group block rounded-card border border-line bg-raised p-5 shadow-low transition hover:border-primary hover:bg-primary-tint"
    >
      <span className="block font-semibold text-18 group-hover:text-primary">{title}</span>
      <span className="mt-1 block text-ink-soft">{text}</span>
    </Link>
  );
}
