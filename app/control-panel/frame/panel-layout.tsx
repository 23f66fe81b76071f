import { Link, NavLink, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Shell } from "~/shell/shell";
import { useCurrentInView } from "~/ui/tabs";

const pages = [
  "students",
  "guardians",
  "employees",
  "users",
  "groups",
  "organizations",
  "import",
  "beta/manage",
] as const;

const rowLink = () => "row-link";

/** The control panel's frame: its own logo link and its pages in a row. docs/product/control-panel.md#screens. */
export function PanelLayout({ pagesShown, children }: { pagesShown: readonly string[]; children: ReactNode }) {
  const { t } = useTranslation(["control-panel", "lists"]);
  const { pathname } = useLocation();
  const row = useCurrentInView(pathname);
  const links: Array<{ to: string; text: string; isExact?: boolean }> = [
    { to: "/controlpanel", text: t("nav.overview"), isExact: true },
    ...pages
      .filter((page) => pagesShown.includes(page))
      .map((page) => ({
        to: `/controlpanel/${page}`,
        text: t(page === "beta/manage" ? "manage.title" : `nav.${page}`),
      })),
    { to: "/controlpanel/assignments", text: t("nav.assignments") },
    { to: "/controlpanel/jobs", text: t("lists:job.nav") },
  ];
  return (
    <Shell logoTo="/controlpanel">
      <nav
        ref={row}
        aria-label={t("title")}
        className="scrolls-x -mt-2 mb-6 flex border-line border-b max-md:-mx-4 max-md:px-4"
      >
        {links.map(({ to, text, isExact }) => (
          <NavLink key={to} to={to} prefetch="intent" end={isExact} className={rowLink}>
            {text}
          </NavLink>
        ))}
      </nav>
      {children}
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
