import { Link } from "@remix-run/react";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { statementsPath } from "~/control-panel/families/family-intents";
import { OverviewLink } from "~/control-panel/frame/panel-layout";
import { SearchForm } from "~/control-panel/frame/search-form";
import { panelListHref } from "~/shell/list-address";
import { useCalendarDay, useMoment } from "~/shell/moment";
import { useNumber } from "~/shell/number";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { classes as joined } from "~/ui/classes";
import { Icon } from "~/ui/icon";
import { School, UserPlus, Users } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { EmptyState } from "~/ui/states";
import type { OverviewData } from "./overview.server";
import { ReversalsCard } from "./reversals-card";
import type { SchoolState } from "./school-state.server";

/** Lazy, since its table and menus are large and only teachers with few classes need it. */
const ClassPupils = lazy(async () => ({ default: (await import("./class-pupils")).ClassPupils }));

/** Start page of the control panel: lists, tasks, and the user's organisations. */
export function Overview(data: OverviewData) {
  const { name, classes, pupils, handedIn, waiting, state, jobs, addTo, organizations } = data;
  const { isSuperUser, reversals, statements } = data;
  const { t } = useTranslation("control-panel");
  if (organizations.length === 0) {
    return (
      <EmptyState title={t("overview.noneTitle")} icon={School}>
        {t("overview.noneText")}
      </EmptyState>
    );
  }
  const cards = (
    <>
      {(waiting.length > 0 || handedIn.length > 0 || statements > 0 || hasToDo(state)) && (
        <WaitingCard waiting={waiting} handedIn={handedIn} statements={statements} state={state} />
      )}
      {state && <SchoolCard state={state} />}
      {jobs.length > 0 && <JobsCard jobs={jobs} />}
    </>
  );
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
      <SearchForm className="mb-6 md:hidden" />
      {isSuperUser && (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <OverviewLink to="/controlpanel/beta/manage" title={t("manage.title")} text={t("overview.manage")} />
          <OverviewLink to="/controlpanel/books" title={t("nav.books")} text={t("overview.books")} />
        </div>
      )}
      {reversals.length > 0 && <ReversalsCard reversals={reversals} />}
      {classes.length > 0 && <OwnClasses classes={classes} />}
      {pupils.length > 0 ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <div className="grid gap-6">{cards}</div>
          <Suspense>
            <div className="grid gap-8">
              {pupils.map((each) => (
                <ClassPupils key={each.group.id} {...each} />
              ))}
            </div>
          </Suspense>
        </div>
      ) : (
        // Below the links of super users, and without a gap if there is no card.
        <div className={joined("grid items-start gap-6 empty:hidden md:grid-cols-2", isSuperUser && "mt-6")}>
          {cards}
        </div>
      )}
      <div className="mt-8">
        <OrganizationsCard {...data} />
      </div>
    </>
  );
}

function OwnClasses({ classes }: Pick<OverviewData, "classes">) {
  const { t } = useTranslation("control-panel");
  return (
    <section className="mb-8" aria-label={t("overview.myClasses")}>
      <h2 className="mb-3 text-22">{t("overview.myClasses")}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {classes.map((group) => (
          <li key={group.id}>
            <ClassCard group={group} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type OrganizationsProps = Pick<OverviewData, "organizations" | "hasMoreOrganizations" | "isSuperUser">;

/** The first organisations of the user, or of all for a super user. */
function OrganizationsCard({ organizations, hasMoreOrganizations, isSuperUser }: OrganizationsProps) {
  const { t } = useTranslation("control-panel");
  return (
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
  );
}

/** A class with its pupils' reading of this week. */
function ClassCard({ group: { id, name, reading } }: { group: OverviewData["classes"][number] }) {
  const { t } = useTranslation("control-panel");
  const formatNumber = useNumber();
  return (
    <Link
      to={`/controlpanel/groups/${id}`}
      className="flex h-full min-h-14 items-center gap-3 rounded-card border border-line bg-raised p-4 shadow-low hover:border-primary hover:shadow-high"
    >
      <Icon of={Users} size={24} className="shrink-0 text-primary" />
      <span className="min-w-0">
        <span className="block wrap-anywhere font-semibold">{name}</span>
        {reading && (
          <span className="block text-14 text-ink-soft">
            {reading.minutes === 0
              ? t("overview.notRead")
              : `${t("overview.minutes", { number: formatNumber(reading.minutes) })} · ${t("overview.readers", { count: reading.readers })}`}
          </span>
        )}
      </span>
    </Link>
  );
}

const hasToDo = (state: SchoolState | null) =>
  state !== null && (state.wrongRows !== null || state.heldSyncs.length > 0 || state.expiring.length > 0);

/** A link with a label and a number or date. */
function Row({ to, text, value }: { to: string; text: ReactNode; value: ReactNode }) {
  return (
    <li className="border-line border-b last:border-0">
      <Link to={to} className="flex min-h-11 items-center justify-between gap-4 py-2 hover:text-primary">
        <span className="min-w-0 wrap-anywhere">{text}</span>
        <span className="shrink-0 font-semibold">{value}</span>
      </Link>
    </li>
  );
}

/** Tasks, with links to the affected pupils or pages. */
function WaitingCard({
  waiting,
  handedIn,
  statements,
  state,
}: Pick<OverviewData, "waiting" | "handedIn" | "statements" | "state">) {
  const { t } = useTranslation("control-panel");
  const formatNumber = useNumber();
  const day = useCalendarDay();
  return (
    <Card title={t("overview.waiting")}>
      <ul>
        {statements > 0 && <Row to={statementsPath} text={t("overview.statements")} value={formatNumber(statements)} />}
        {handedIn.map(({ id, title, group, submitted, all }) => (
          <Row
            key={id}
            to={`/controlpanel/assignments/${id}`}
            text={
              <>
                {t("overview.handedIn", { title })}
                <span className="block text-14 text-ink-soft">{group}</span>
              </>
            }
            value={t("overview.someOfAll", { some: formatNumber(submitted), all: formatNumber(all) })}
          />
        ))}
        {waiting.map(({ id, count, hasMore, to }) => (
          <Row
            key={id}
            to={to}
            text={t(`overview.waits.${id}`)}
            value={hasMore ? t("list.moreThan", { total: formatNumber(count) }) : formatNumber(count)}
          />
        ))}
        {state?.wrongRows && (
          <Row to={state.wrongRows.to} text={t("overview.wrongRows")} value={formatNumber(state.wrongRows.count)} />
        )}
        {state?.heldSyncs.map(({ name, to }) => (
          <Row key={to} to={to} text={t("overview.heldSync", { name })} value={null} />
        ))}
        {state?.expiring.map(({ type, label, end }) => (
          <Row
            key={type}
            to={`/controlpanel/organizations/${state.school.id}/periods`}
            text={t("overview.expiring", { type: t(`periods.types.${type}`, { defaultValue: label }) })}
            value={<time dateTime={end}>{day(end)}</time>}
          />
        ))}
      </ul>
    </Card>
  );
}

/** State of the school: this week's reading, last import, last sync. */
function SchoolCard({ state: { school, reading, lastImport, lastSync } }: { state: SchoolState }) {
  const { t } = useTranslation("control-panel");
  const formatNumber = useNumber();
  const moment = useMoment();
  if (!reading && !lastImport && !lastSync) return null;
  return (
    <Card title={school.name}>
      <ul>
        {reading && (
          <Row
            to={`/controlpanel/organizations/${school.id}/reading?days=7`}
            text={
              <>
                {t("overview.readingWeek")}
                <span className="block text-14 text-ink-soft">{t("overview.readers", { count: reading.readers })}</span>
              </>
            }
            value={t("overview.minutes", { number: formatNumber(reading.minutes) })}
          />
        )}
        {lastImport && (
          <Row
            to={`/controlpanel/import/${lastImport.id}`}
            text={
              <>
                {t("overview.lastImport", { file: lastImport.fileName })}
                <span className="block text-14 text-ink-soft">{moment(lastImport.at)}</span>
              </>
            }
            value={lastImport.state}
          />
        )}
        {lastSync && (
          <Row
            to={lastSync.to}
            text={
              <>
                {t("overview.lastSync", { name: lastSync.name })}
                <span className="block text-14 text-ink-soft">{moment(lastSync.at)}</span>
              </>
            }
            value={lastSync.state}
          />
        )}
      </ul>
    </Card>
  );
}

/** The user's jobs of the last 24 hours, with their files. */
function JobsCard({ jobs }: Pick<OverviewData, "jobs">) {
  const { t } = useTranslation(["control-panel", "lists"]);
  const formatMoment = useMoment();
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
                <span className="block text-14 text-ink-soft">{formatMoment(job.createdAt)}</span>
              </span>
              <span className="text-14 text-ink-soft">{t(`lists:states.${job.state}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
