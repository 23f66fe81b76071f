import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { OverviewLink } from "~/control-panel/frame/panel-layout";
import { Card } from "~/ui/card";
import { School } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { EmptyState } from "~/ui/states";
import type { OverviewData } from "./overview.server";

/** Where the control panel begins: the lists, and the organisations that one may look into. */
export function Overview({ name, pages, organizations, hasMoreOrganizations, isSuperUser }: OverviewData) {
  const { t } = useTranslation("control-panel");
  const { t: tellBooks } = useTranslation("books");
  if (organizations.length === 0) {
    return (
      <EmptyState title={t("overview.noneTitle")} icon={School}>
        {t("overview.noneText")}
      </EmptyState>
    );
  }
  return (
    <>
      <PageHeader
        title={t("overview.hello", { name })}
        intro={t(isSuperUser ? "overview.introAll" : "overview.intro")}
      />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {pages.map((page) => (
          <OverviewLink key={page} to={`/controlpanel/${page}`} title={t(`nav.${page}`)} text={t(`overview.${page}`)} />
        ))}
        {isSuperUser && (
          <>
            <OverviewLink to="/controlpanel/beta/manage" title={t("manage.title")} text={t("overview.manage")} />
            <OverviewLink to="/controlpanel/books/new" title={tellBooks("link.title")} text={tellBooks("link.text")} />
          </>
        )}
      </div>
      <div className="mt-8">
        <Card title={t(isSuperUser ? "nav.organizations" : "overview.yours")}>
          <ul className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
            {organizations.map((organization) => (
              <li key={organization.id} className="flex min-h-11 items-center gap-3">
                <Link
                  to={`/controlpanel/organizations/${organization.id}`}
                  className="min-w-0 flex-1 wrap-anywhere py-2 font-semibold text-ink hover:text-primary"
                >
                  {organization.name}
                </Link>
                <span className="text-14 text-ink-soft">{t(`organizationTypes.${organization.type}`)}</span>
              </li>
            ))}
          </ul>
          {hasMoreOrganizations && (
            <p className="mt-3">
              <Link to="/controlpanel/organizations" className="font-semibold text-primary underline">
                {t("list.showAll")}
              </Link>
            </p>
          )}
        </Card>
      </div>
    </>
  );
}
