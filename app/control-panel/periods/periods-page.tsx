import { Link, useActionData } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { NotFetched, NotSaved } from "~/control-panel/frame/failures";
import type { FormResult } from "~/forms/form-result";
import { resultFor } from "~/forms/form-result";
import type { SubscriptionPeriod } from "~/services/contracts/subscription-periods";
import { useCalendarDay } from "~/shell/moment";
import { CalendarClock, School } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pill, type Tone } from "~/ui/pill";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import { ChangePeriodForm, NewPeriodForm, PeriodDeletion } from "./period-forms";
import { type PeriodFieldName, periodIntents } from "./period-intents";
import type { PeriodsData, SchoolPeriods } from "./periods.server";

/** Subscription periods of a person or an organisation; super users can add, change and delete them. */
export function PeriodsPage({ idempotencyKey, ...props }: Omit<PeriodsData, "key"> & { idempotencyKey: string }) {
  const { t } = useTranslation("control-panel");
  const result = useActionData<FormResult<PeriodFieldName>>();
  const { owner, periods, failed, schools, today, types, changing } = props;
  const here = `/controlpanel/${owner.kind}/${owner.id}`;
  const day = useCalendarDay();
  const nameOf = ({ type, start, end }: SubscriptionPeriod) =>
    `${t(`periods.types.${type}`, { defaultValue: type })}, ${day(start)} – ${end ? day(end) : t("periods.noEnd")}`;
  const changed = periods.find(({ legacyId }) => legacyId === changing);
  return (
    <>
      <PageHeader
        crumbs={[{ label: owner.name, to: here }]}
        title={t("periods.title")}
        intro={types ? t("periods.introForWriters") : t("periods.intro")}
      />
      <div className="space-y-8">
        {failed ? (
          <NotFetched title={failed.message ?? t("messages.somethingWrong")} />
        ) : (
          <Table
            caption={t("periods.title")}
            columns={columnsFor(t, types !== null)}
            rows={periods.map((period) => ({ ...period, state: stateOf(period, today) }))}
            rowKey={({ uid }) => uid}
            empty={<EmptyState title={t("periods.empty")} icon={CalendarClock} />}
          />
        )}
        {schools && <PeriodsOfSchools {...schools} today={today} />}
        {result?.failed && <NotSaved />}
        {types && changed && (
          <>
            <ChangePeriodForm
              // Remounts after an edit conflict, with the merged values.
              key={`${changed.uid} ${result?.stale?.version}`}
              period={changed}
              types={types}
              backTo={`${here}/periods`}
              draft={props.draft}
              result={resultFor(result, periodIntents.save)}
              stale={result?.stale}
            />
            <PeriodDeletion period={changed} name={nameOf(changed)} result={result} />
          </>
        )}
        {types && !changed && (
          <NewPeriodForm
            // Remounts after a period was added, to clear the form.
            key={periods.length}
            types={types}
            today={today}
            idempotencyKey={idempotencyKey}
            draft={props.draft}
            result={resultFor(result, periodIntents.add)}
          />
        )}
      </div>
    </>
  );
}

/** Subscription periods of a person's schools. */
function PeriodsOfSchools({ names, periods, failed, today }: SchoolPeriods & { today: string }) {
  const { t, i18n } = useTranslation("control-panel");
  const title = t("periods.ofSchools");
  return (
    <section className="space-y-3" aria-label={title}>
      <h2 className="text-22">{title}</h2>
      {names.length > 0 && (
        <p className="text-ink-soft">
          {t("periods.schoolsText", { schools: new Intl.ListFormat(i18n.language, { type: "unit" }).format(names) })}
        </p>
      )}
      {failed ? (
        <NotFetched title={failed.message ?? t("messages.somethingWrong")} />
      ) : (
        <Table
          caption={title}
          columns={[schoolColumn(t), ...columnsFor(t, false)]}
          rows={periods.map((period) => ({ ...period, state: stateOf(period, today) }))}
          rowKey={({ uid }) => uid}
          empty={<EmptyState title={t("periods.schoolsEmpty")} icon={School} />}
        />
      )}
    </section>
  );
}

const schoolColumn = (t: TFunction<"control-panel">): Column<Row> => ({
  id: "school",
  header: t("periods.school"),
  cell: ({ name }) => name,
});

type State = "active" | "upcoming" | "ended";
type Row = SubscriptionPeriod & { state: State };

const tones: Record<State, Tone> = { active: "success", upcoming: "info", ended: "neutral" };

function stateOf({ active, start }: SubscriptionPeriod, today: string): State {
  if (active) return "active";
  return start > today ? "upcoming" : "ended";
}

function columnsFor(t: TFunction<"control-panel">, isWriter: boolean): Column<Row>[] {
  return [
    {
      id: "type",
      header: t("periods.type"),
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2">
          {t(`periods.types.${row.type}`, { defaultValue: row.type })}
          {row.trial && <Pill tone="accent">{t("periods.trial")}</Pill>}
          <span className="block w-full font-normal text-14 text-ink-soft sm:hidden">
            <Day day={row.start} /> – {row.end ? <Day day={row.end} /> : t("periods.noEnd")}
          </span>
        </span>
      ),
    },
    { id: "start", header: t("periods.start"), from: "sm", cell: (row) => <Day day={row.start} /> },
    {
      id: "end",
      header: t("periods.end"),
      from: "sm",
      cell: (row) => (row.end ? <Day day={row.end} /> : t("periods.noEnd")),
    },
    {
      id: "state",
      header: t("periods.state"),
      cell: (row) => <Pill tone={tones[row.state]}>{t(`periods.states.${row.state}`)}</Pill>,
    },
    ...(isWriter
      ? [
          {
            id: "change",
            header: t("periods.actions"),
            cell: (row: Row) => (
              <Link to={`?change=${row.legacyId}#period`} className="inline-flex min-h-11 items-center font-semibold">
                {t("periods.change")}
                <span className="sr-only">{` ${row.start}`}</span>
              </Link>
            ),
          },
        ]
      : []),
  ];
}

function Day({ day }: { day: string }) {
  const formatDay = useCalendarDay();
  return <time dateTime={day}>{formatDay(day)}</time>;
}
