import { Link, NavLink, useLocation, useMatches, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { panelListHref } from "~/shell/list-address";
import { Shell } from "~/shell/shell";
import { useCurrentInView } from "~/ui/tabs";
import { SearchForm } from "./search-form";

const pages = [
  "students",
  "guardians",
  "employees",
  "users",
  "groups",
  "organizations",
  "import",
  "families",
  "books",
  "beta/manage",
] as const;

const rowLink = () => "row-link";

/** List pages, linked with their default state: the chosen school, 50 rows, sorted by name. */
const lists: readonly string[] = ["students", "guardians", "employees", "users", "groups", "organizations"];

function pageHref(page: string, organization: string | null): string {
  if (lists.includes(page)) return panelListHref(`/controlpanel/${page}`, { organization });
  const path = page === "" ? "/controlpanel" : `/controlpanel/${page}`;
  return organization === null || ["families", "books", "beta/manage"].includes(page)
    ? path
    : `${path}?${new URLSearchParams({ organization })}`;
}

/**
 * The current school: the one in the URL, else that of the page's class or person. All links between panel pages carry it, so that it
 * persists across navigation.
 */
function useChosenSchool(): string | null {
  const [parameters] = useSearchParams();
  const matches = useMatches();
  const requested = parameters.get("organization");
  if (requested) return requested;
  const { handle, data } = matches.at(-1) ?? {};
  return (handle as SchoolHandle | undefined)?.school?.(data) ?? null;
}

/** Route handle of class and person pages: returns the school's id from the loader data. */
type SchoolHandle = { school?: (data: unknown) => string | null };

type PanelLayoutProps = { pagesShown: readonly string[]; place: string | null; children: ReactNode };

/** Layout of the control panel: logo link to its overview, search, and navigation. docs/product/control-panel.md#screens. */
export function PanelLayout({ pagesShown, place, children }: PanelLayoutProps) {
  const { t } = useTranslation(["control-panel", "lists"]);
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const isSearch = pathname === "/controlpanel/search";
  const row = useCurrentInView(pathname);
  const school = useChosenSchool();
  const links: Array<{ to: string; text: string; isExact?: boolean }> = [
    { to: pageHref("", school), text: t("nav.overview"), isExact: true },
    ...pages
      .filter((page) => pagesShown.includes(page))
      .map((page) => ({
        to: pageHref(page, school),
        text: t(page === "beta/manage" ? "manage.title" : `nav.${page}`),
      })),
    { to: "/controlpanel/assignments", text: t("nav.assignments") },
    { to: pageHref("jobs", school), text: t("lists:job.nav") },
  ];
  return (
    <Shell logoTo="/controlpanel" place={place}>
      <div className="figures">
        {/* One element for all pages, so that it keeps focus and input when the search page opens. */}
        <SearchForm
          q={isSearch ? (parameters.get("q") ?? "") : ""}
          isTyped
          isResultShown={isSearch}
          className="mb-4 max-w-md max-md:hidden print:hidden"
        />
        <nav
          ref={row}
          aria-label={t("title")}
          className="scrolls-row -mt-2 mb-6 flex border-line border-b max-md:-mx-4 max-md:px-4 print:hidden"
        >
          {links.map(({ to, text, isExact }) => (
            <NavLink key={to} to={to} prefetch="intent" end={isExact} className={rowLink}>
              {text}
            </NavLink>
          ))}
        </nav>
        {children}
      </div>
    </Shell>
  );
}

/** Link from the overview to a list, with a number or name. */
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
