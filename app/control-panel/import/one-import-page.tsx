import { useTranslation } from "react-i18next";
import { usePolling } from "~/control-panel/jobs/use-polling";
import { BehindLastPage } from "~/control-panel/lists/list-pages";
import type { Import } from "~/services/contracts/import-entity";
import { useMoment } from "~/shell/moment";
import { useNumber } from "~/shell/number";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { ChipLink } from "~/ui/chip";
import { Form } from "~/ui/form";
import { FileSpreadsheet, RotateCw, Save, Upload } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { ProgressBar } from "~/ui/progress-bar";
import { EmptyState } from "~/ui/states";
import { importIntents, isImportAtWork, isOfferedByImport } from "./import-intents";
import { Corrections, ImportOutcome, Slips, UndoCard } from "./import-outcome";
import { ImportStatePill } from "./import-parts";
import { ImportRows } from "./import-rows";
import type { OneImportData } from "./one-import.server";
import { Preview } from "./preview";
import { countRowsOfFile, filterQuery, isSameFilter, isStarted, type RowFilter, rowFilters } from "./row-filters";
import { useRowTranslation } from "./row-translation";

/** One import from preview to undo, row by row. */
export function OneImportPage(props: OneImportData & { perPage: number }) {
  const { run, asks, mayCheckSecurely, canEscalate } = props;
  const { t } = useTranslation("import");
  const formatMoment = useMoment({ isZoneNamed: false });
  usePolling(isImportAtWork(run));
  return (
    <div className="space-y-6">
      <PageHeader
        crumbs={[{ label: t("title"), to: `/controlpanel/import?organization=${run.organization.id}` }]}
        title={run.fileName}
        intro={`${run.organization.name} · ${t("about", { name: run.startedBy?.name ?? t("nobody"), when: formatMoment(run.createdAt) })}`}
        actions={<ImportStatePill run={run} />}
      />
      {isImportAtWork(run) && (
        // Without script the page reloads itself (meta refresh).
        <noscript>
          <meta httpEquiv="refresh" content="3" />
        </noscript>
      )}
      {/* Rendered from the start, so that screen readers announce the end of the import. */}
      <div aria-live="polite" className="space-y-6">
        {isImportAtWork(run) ? <AtWork run={run} /> : <ImportOutcome run={run} />}
      </div>
      {run.state === "unreadable" && <Unreadable run={run} />}
      {run.state === "ready" && (
        <Preview
          {...{ run, mayCheckSecurely, canEscalate }}
          here={filterQuery(props.filter)}
          isPasswordMissing={asks === "passwords"}
          isSheetMissing={asks === "sheets"}
        />
      )}
      {isStarted(run) && !isImportAtWork(run) && (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Corrections run={run} />
          <Slips run={run} />
          <UndoCard run={run} isConfirming={asks === "undo"} />
        </div>
      )}
      {countRowsOfFile(run) > 0 && run.state !== "reading" && <Rows {...props} />}
    </div>
  );
}

function AtWork({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  const number = useNumber();
  const { done, total } = run.progress;
  const text =
    total === null
      ? done === 0
        ? t("progress.counting")
        : t("progress.some", { done: number(done) })
      : t("progress.rows", { done: number(done), total: number(total) });
  return (
    <div className="max-w-[70ch] space-y-4">
      <ProgressBar
        label={t(`progress.${run.state}`)}
        value={total === null ? 0 : done}
        max={Math.max(total ?? 1, 1)}
        text={text}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft">{t("progress.leave")}</p>
        {isOfferedByImport(run, "cancel") && (
          <Form method="post">
            <Button name="intent" value={importIntents.cancel}>
              {t(run.state === "importing" ? "stop" : "start.discard")}
            </Button>
          </Form>
        )}
      </div>
      {run.state === "importing" && isOfferedByImport(run, "cancel") && (
        <p className="text-14 text-ink-soft">{t("stopText")}</p>
      )}
    </div>
  );
}

const knownProblems = [
  ...["empty", "not-xlsx", "old-format", "encrypted", "macros", "too-large", "too-many-rows", "too-many-columns"],
  ...["too-many-sheets", "text-too-long", "damaged", "unsafe", "no-headings"],
];

function Unreadable({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  const problem = knownProblems.includes(run.problem ?? "") ? run.problem : "internal_error";
  return (
    <Banner
      type="error"
      title={t("problems.title")}
      actions={
        <>
          {isOfferedByImport(run, "refresh") && (
            <Form method="post">
              <Button icon={RotateCw} name="intent" value={importIntents.refresh}>
                {t("preview.refresh")}
              </Button>
            </Form>
          )}
          <LinkButton to={`/controlpanel/import?organization=${run.organization.id}`} icon={Upload}>
            {t("again")}
          </LinkButton>
        </>
      }
    >
      {t(`problems.${problem}`)}
    </Banner>
  );
}

/** Rows by outcome, with the pending decisions. */
export function Rows({
  run,
  filter,
  rows,
  page,
  total,
  perPage,
}: Omit<OneImportData, "asks" | "mayCheckSecurely" | "canEscalate"> & { perPage: number }) {
  const { t } = useRowTranslation("import");
  const { t: tLists } = useTranslation("lists");
  const mayChoose = isOfferedByImport(run, "choose");
  const hasChoices = mayChoose && rows.some(({ candidates }) => candidates.length > 0);
  const here = filterQuery(filter);
  const href = (to: number) => `${here}&page=${to}`;
  const from = (page - 1) * perPage + 1;
  const list = <ImportRows rows={rows} mayChoose={mayChoose} />;
  return (
    <section className="space-y-4" id="rows">
      <FilterChips run={run} filter={filter} />
      <p className="text-ink-soft empty:hidden">{useFilterText(filter)}</p>
      {rows.length === 0 &&
        (total > 0 ? (
          <BehindLastPage firstHref={href(1)} icon={FileSpreadsheet} />
        ) : (
          <EmptyState title={t("rows.empty")} icon={FileSpreadsheet} />
        ))}
      {rows.length > 0 && !hasChoices && list}
      {hasChoices && (
        <Form method="post" className="space-y-4" key={`${here} ${page}`} preventScrollReset>
          <input type="hidden" name="back" value={page > 1 ? href(page) : here} />
          {list}
          <div className="sticky bottom-0 z-10 -mx-4 short:static border-line border-t bg-paper px-4 py-3">
            <Button icon={Save} name="intent" value={importIntents.choose}>
              {t("rows.save")}
            </Button>
          </div>
        </Form>
      )}
      {rows.length > 0 && total > perPage && (
        <Pagination
          previousHref={page > 1 ? href(page - 1) : null}
          nextHref={page * perPage < total ? href(page + 1) : null}
          position={tLists("job.position", { from, to: from + rows.length - 1, total })}
        />
      )}
    </section>
  );
}

/** Outcomes with their number of rows; those without rows are omitted. */
function FilterChips({ run, filter }: { run: Import; filter: RowFilter }) {
  const { t } = useRowTranslation("import");
  const number = useNumber();
  const filterName = useFilterName();
  const choices = [{ filter: {}, count: countRowsOfFile(run) }, ...rowFilters(run)];
  return (
    <nav aria-label={t("filters.label")} className="flex flex-wrap gap-2">
      {choices.map((choice) => (
        <ChipLink
          key={filterQuery(choice.filter)}
          to={filterQuery(choice.filter)}
          isChosen={isSameFilter(choice.filter, filter)}
        >
          {filterName(choice.filter)} <span className="tabular-nums">{number(choice.count)}</span>
        </ChipLink>
      ))}
    </nav>
  );
}

function useFilterName(): (filter: RowFilter) => string {
  const { t } = useRowTranslation("import");
  return ({ outcome, result, undo, undecided, warned }) => {
    if (outcome) return t(`outcomes.${outcome}`);
    if (result) return t(`results.${result}`);
    if (undo) return t(`undone.${undo}`);
    if (warned) return t("filters.warned");
    return t(undecided ? "filters.undecided" : "filters.all");
  };
}

function useFilterText({ outcome, result, undo, warned }: RowFilter): string {
  const { t } = useRowTranslation("import");
  if (outcome) return t(`outcomeTexts.${outcome}`);
  if (result) return t(`resultTexts.${result}`);
  if (warned) return t("filters.warnedText");
  return undo ? t(`undoneTexts.${undo}`) : "";
}
