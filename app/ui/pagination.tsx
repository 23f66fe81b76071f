import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { buttonClasses, LinkButton } from "./button";
import { Icon } from "./icon";
import { ChevronLeft, ChevronRight } from "./icons";

type PaginationProps = {
  /** `null` if there is no such page. */
  previousHref: string | null;
  nextHref: string | null;
  /** Current position as text ('11–20 of 240'). */
  position: string;
  /** Links to numbered pages; null marks a gap. */
  pages?: ReadonlyArray<PageLink | null>;
};

export type PageLink = { label: string; to: string; isCurrent: boolean };

/** Links to the previous and next page of a list. Renders nothing if there is only one page. */
export function Pagination({ previousHref, nextHref, position, pages = [] }: PaginationProps) {
  const { t } = useTranslation("ui");
  if (previousHref === null && nextHref === null) return null;
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-14 text-ink-soft tabular-nums">{position}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Step href={previousHref} label={t("previous")} icon="before" />
        {pages.length > 1 && (
          <ul className="flex items-center gap-1 max-sm:hidden">
            {pages.map((page, place) => (
              <li key={page?.label ?? `gap ${place}`}>
                {page ? (
                  <Link
                    to={page.to}
                    aria-label={t("pageNumber", { number: page.label })}
                    aria-current={page.isCurrent ? "page" : undefined}
                    className="page-number"
                  >
                    {page.label}
                  </Link>
                ) : (
                  <span aria-hidden="true" className="px-1 text-ink-soft">
                    …
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        <Step href={nextHref} label={t("next")} icon="after" />
      </div>
    </nav>
  );
}

type StepProps = { href: string | null; label: string; icon: "before" | "after" };

function Step({ href, label, icon }: StepProps) {
  if (href === null) {
    // Keeps its space, so that the other link does not move.
    return (
      <span className={`${buttonClasses({ size: "small" })} invisible`}>
        {icon === "before" && <Icon of={ChevronLeft} />}
        {label}
        {icon === "after" && <Icon of={ChevronRight} />}
      </span>
    );
  }
  return (
    <LinkButton
      to={href}
      size="small"
      icon={icon === "before" ? ChevronLeft : undefined}
      iconAfter={icon === "after" ? ChevronRight : undefined}
    >
      {label}
    </LinkButton>
  );
}
