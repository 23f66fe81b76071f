import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { OverviewLink } from "~/control-panel/frame/panel-layout";
import { panelListHref } from "~/control-panel/lists/list-address";
import { SearchForm } from "~/control-panel/search/search-form";
import { useMoment } from "~/shell/moment";
import { useNumber } from "~/shell/number";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { School, UserPlus, Users } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { EmptyState } from "~/ui/states";
import type { OverviewData } from "./overview.server";

/** Where the control panel begins: the lists, and the organisations that one may look into. */
export function Overview(data: OverviewData) {
  const { name, classes, waiting, jobs, addTo, organizations, hasMoreOrganizations, isSuperUser } = data;
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
        actions={
          addTo && (
            <LinkButton to={`/controlpanel/students/new?organization=${addTo}`} variant="primary" icon={UserPlus}>
              {t("kinds.students.add")}
            </LinkButton>
          )
        }
      />
      <SearchForm className="mb-6 max-w-2xl" />
      {isSuperUser && (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <OverviewLink to="/controlpanel/beta/manage" title={t("manage.title")} text={t("overview.manage")} />
          <OverviewLink to="/controlpanel/books/new" title={tellBooks("link.title")} text={tellBooks("link.text")} />
        </div>
      )}
      {classes.length > 0 && (
        <section className="mb-8" aria-label={t("overview.myClasses")}>
          <h2 className="mb-3 text-22">{t("overview.myClasses")}</h2>
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {classes.map((group) => (
              <li key={group.id}>
                <LinkButton to={`/controlpanel/groups/${group.id}`} icon={Users} size="large" wide>
                  {group.name}
                </LinkButton>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="grid items-start gap-6 md:grid-cols-2">
        {waiting.length > 0 && <WaitingCard waiting={waiting} />}
        {jobs.length > 0 && <JobsCard jobs={jobs} />}
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
              <Link to={panelListHref("/controlpanel/organizations")} className="font-semibold text-primary underline">
                {t("list.showAll")}
              </Link>
            </p>
          )}
        </Card>
      </div>
    </>
  );
}

/** What is to be done, with the way to those whom it concerns. */
function WaitingCard({ waiting }: Pick<OverviewData, "waiting">) {
  const { t } = useTranslation("control-panel");
  const say = useNumber();
  return (
    <Card title={t("overview.waiting")}>
      <ul>
        {waiting.map(({ id, count, hasMore, to }) => (
          <li key={id} className="border-line border-b last:border-0">
            <Link to={to} className="flex min-h-11 items-center justify-between gap-4 py-2 hover:text-primary">
              <span>{t(`overview.waits.${id}`)}</span>
              <span className="font-semibold">{hasMore ? t("list.moreThan", { total: say(count) }) : say(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** One's own jobs of the last day, and their files. */
function JobsCard({ jobs }: Pick<OverviewData, "jobs">) {
  const { t } = useTranslation(["control-panel", "lists"]);
  const say = useMoment();
  return (
    <Card title={t("overview.jobs")}>
      <ul>
        {jobs.map((job) => (
          <li key={job.id} className="border-line border-b last:border-0">
            <Link
              to={`/controlpanel/jobs/${job.id}`}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2 hover:text-primary"
            >
              <span className="min-w-0">
                <span className="block">{job.file?.name ?? t(`lists:kinds.${job.kind}`)}</span>
                <span className="block text-14 text-ink-soft">{say(job.createdAt)}</span>
              </span>
              <span className="text-14 text-ink-soft">{t(`lists:states.${job.state}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
