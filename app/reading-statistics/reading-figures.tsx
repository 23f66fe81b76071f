import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Reading } from "~/services/contracts/reading-statistics";
import { useCalendarDay } from "~/shell/moment";
import { useNumber } from "~/shell/number";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { DayBars, ShareBar } from "~/ui/day-bars";
import { Disclosure } from "~/ui/disclosure";
import { BookOpen, Download } from "~/ui/icons";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import { TableSection } from "~/ui/table-section";
import { TabLinks } from "~/ui/tabs";
import { readingLanguage } from "./reading-language";
import { type PeriodChoice, periodChoices } from "./reading-period";

type ReadingFiguresProps = {
  reading: Reading;
  days: PeriodChoice;
  /** Number of pupils in total, if known. */
  pupils?: number | null;
  /** Whether the reading of several readers is shown. */
  isOfMany?: boolean;
  /** Content below. */
  children?: ReactNode;
};

/** Reading by time, book, day and language: charts with their data as tables, also without script. */
export function ReadingFigures(props: ReadingFiguresProps) {
  const { reading, days, pupils = null, isOfMany = pupils !== null, children } = props;
  const { t } = useTranslation("reading");
  const { pathname } = useLocation();
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <TabLinks
          label={t("period.label")}
          tabs={periodChoices.map((choice) => ({
            to: `${pathname}?days=${choice}`,
            label: t(`period.${choice}`),
            isCurrent: choice === days,
          }))}
        />
        <LinkButton to={`${pathname}/file?days=${days}`} reloadDocument icon={Download} size="small">
          {t("export")}
        </LinkButton>
      </div>
      <Totals {...{ reading, pupils, isOfMany }} />
      {reading.minutes === 0 ? (
        <EmptyState title={t("empty")} icon={BookOpen}>
          {t("emptyText")}
        </EmptyState>
      ) : (
        <>
          <Days reading={reading} />
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
            <Books reading={reading} hasReaders={isOfMany} />
            <Languages reading={reading} />
          </div>
        </>
      )}
      {children}
    </div>
  );
}

type TotalsProps = { reading: Reading; pupils: number | null; isOfMany: boolean };

function Totals({ reading, pupils, isOfMany }: TotalsProps) {
  const { t } = useTranslation("reading");
  const formatNumber = useNumber();
  const some = formatNumber(reading.readers);
  const readers = pupils === null ? some : t("ofAll", { some, all: formatNumber(pupils) });
  const facts = [
    { id: "minutes", value: formatNumber(reading.minutes) },
    { id: "books", value: formatNumber(reading.books) },
    { id: "days", value: formatNumber(reading.days) },
    ...(isOfMany ? [{ id: "readers", value: readers }] : []),
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
      {facts.map(({ id, value }) => (
        <div key={id} className="flex flex-col-reverse rounded-card border border-line bg-raised p-4">
          <dt className="text-ink-soft">{t(`totals.${id}`)}</dt>
          <dd className="font-semibold text-28 tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Days({ reading }: { reading: Reading }) {
  const { t } = useTranslation("reading");
  const day = useCalendarDay();
  const { byDay, from, to } = reading;
  const most = byDay.reduce((best, each) => (each.minutes > best.minutes ? each : best));
  const minutes = (count: number) => t("minutes", { count });
  const label = t("daysLabel", { from: day(from), to: day(to), day: day(most.day), minutes: minutes(most.minutes) });
  const read = byDay.filter((each) => each.minutes > 0).toReversed();
  return (
    <Card title={t("byDay")}>
      <DayBars
        label={label}
        bars={byDay.map((each) => ({
          key: each.day,
          value: each.minutes,
          text: `${day(each.day)}: ${minutes(each.minutes)}`,
        }))}
        first={day(from)}
        last={day(to)}
        most={minutes(most.minutes)}
      />
      <Disclosure title={t("asTable")}>
        <Table
          caption={t("byDay")}
          columns={[
            { id: "day", header: t("day"), cell: (row) => <time dateTime={row.day}>{day(row.day)}</time> },
            { id: "minutes", header: t("totals.minutes"), align: "end", cell: (row) => row.minutes },
          ]}
          rows={read}
          rowKey={(row) => row.day}
        />
      </Disclosure>
    </Card>
  );
}

/** A column of minutes, with a bar relative to the column's maximum. */
function minutesColumn<Row extends { minutes: number }>(header: string, rows: readonly Row[]): Column<Row> {
  const top = Math.max(...rows.map(({ minutes }) => minutes), 1);
  return {
    id: "minutes",
    header,
    cell: ({ minutes }) => (
      <span className="flex items-center gap-3">
        <span className="w-12 shrink-0 text-end tabular-nums">{minutes}</span>
        <ShareBar share={minutes / top} />
      </span>
    ),
  };
}

function Books({ reading: { byBook }, hasReaders }: { reading: Reading; hasReaders: boolean }) {
  const { t } = useTranslation("reading");
  const day = useCalendarDay();
  const readers: Column<Reading["byBook"][number]> = {
    id: "readers",
    header: t("readers"),
    align: "end",
    from: "sm",
    cell: (row) => row.readers,
  };
  return (
    <TableSection
      title={t("byBook")}
      columns={[
        { id: "title", header: t("book"), cell: (row) => row.title },
        minutesColumn(t("totals.minutes"), byBook),
        ...(hasReaders ? [readers] : []),
        {
          id: "last",
          header: t("lastRead"),
          from: "sm",
          cell: (row) => <time dateTime={row.lastDay}>{day(row.lastDay)}</time>,
        },
      ]}
      rows={byBook}
      rowKey={(row) => row.bookId}
    />
  );
}

function Languages({ reading: { byLanguage } }: { reading: Reading }) {
  const { t, i18n } = useTranslation("reading");
  return (
    <TableSection
      title={t("byLanguage")}
      columns={[
        {
          id: "language",
          header: t("language"),
          cell: (row) => readingLanguage(row.language, i18n.language, t),
        },
        minutesColumn(t("totals.minutes"), byLanguage),
      ]}
      rows={byLanguage}
      rowKey={(row) => row.language}
    />
  );
}
