import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "./icon";
import { ChevronRight } from "./icons";

export type Crumb = { label: string; to: string };

/** Links to the parent pages, without the current one. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation("ui");
  return (
    <nav aria-label={t("breadcrumb")}>
      <ol className="flex flex-wrap items-center gap-1 text-14">
        {crumbs.map((crumb) => (
          <li key={crumb.to} className="flex items-center gap-1">
            <Link to={crumb.to} className="rounded-control py-1 font-semibold text-primary hover:underline">
              {crumb.label}
            </Link>
            <Icon of={ChevronRight} size={16} className="text-ink-faint rtl:rotate-180" />
          </li>
        ))}
      </ol>
    </nav>
  );
}
