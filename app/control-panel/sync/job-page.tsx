import { useTranslation } from "react-i18next";
import { Rows } from "~/control-panel/import/one-import-page";
import { rowsAPage } from "~/control-panel/import/row-filters";
import { RowsOfSync } from "~/control-panel/import/row-translation";
import { usePolling } from "~/control-panel/jobs/use-polling";
import type { SyncJob, SyncLog } from "~/services/contracts/sync";
import { useMoment } from "~/shell/moment";
import { useNumber } from "~/shell/number";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Disclosure } from "~/ui/disclosure";
import { Form } from "~/ui/form";
import { Ban, Check, Undo2 } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { ProgressBar } from "~/ui/progress-bar";
import type { SyncJobPageData } from "./job-page.server";
import { isOfferedBySync, isSyncAtWork, sourceHref, syncHref, syncJobIntents } from "./sync-intents";
import { SyncRunCounts, SyncStatePill, useLogText } from "./sync-parts";

/** One run from dry run to undo, person by person. */
export function SyncJobPage({ job, logs, people }: SyncJobPageData) {
  const { t } = useTranslation("sync");
  const formatMoment = useMoment();
  const who = job.isBySchedule ? t("jobs.nightly") : (job.startedBy?.name ?? t("jobs.nobody"));
  usePolling(isSyncAtWork(job));
  return (
    <div className="space-y-6">
      <PageHeader
        crumbs={[
          { label: t("title"), to: syncHref(job.organization.id) },
          { label: job.syncName, to: sourceHref(job.organization.id, job.syncId) },
        ]}
        title={t("job.title", { when: formatMoment(job.createdAt) })}
        intro={`${job.organization.name} · ${who}`}
        actions={<SyncStatePill state={job.state} />}
      />
      {isSyncAtWork(job) && (
        // Without script the page reloads itself (meta refresh).
        <noscript>
          <meta httpEquiv="refresh" content="3" />
        </noscript>
      )}
      <div aria-live="polite" className="space-y-6">
        {isSyncAtWork(job) ? <AtWork job={job} /> : <Outcome job={job} logs={logs} />}
      </div>
      <RefusedRows job={job} logs={logs} />
      {!isSyncAtWork(job) && job.shares && (
        <Card title={t(isEnded(job) ? "job.done" : "job.preview")}>
          <SyncRunCounts job={job} />
          {job.counts.orphans > 0 && (
            <p className="mt-4 max-w-[70ch] text-ink-soft">{t("job.orphans", { count: job.counts.orphans })}</p>
          )}
        </Card>
      )}
      <Decide job={job} undecided={people?.run.undecided ?? 0} />
      {people && people.total + people.rows.length > 0 && (
        <RowsOfSync>
          <Rows {...people} perPage={rowsAPage} />
        </RowsOfSync>
      )}
      <Log logs={logs} />
    </div>
  );
}

/** Whether the run has been applied, even if it had no rows. */
const isEnded = ({ state }: SyncJob) => state === "done" || state === "stopped" || state === "undone";

function AtWork({ job }: { job: SyncJob }) {
  const { t } = useTranslation("sync");
  const number = useNumber();
  const { done, total } = job.progress;
  const text =
    total === null
      ? t("progress.some", { done: number(done) })
      : t("progress.of", { done: number(done), total: number(total) });
  return (
    <div className="max-w-[70ch] space-y-4">
      <ProgressBar
        label={t(`progress.${job.state}`)}
        value={total === null ? 0 : done}
        max={Math.max(total ?? 1, 1)}
        text={text}
      />
      <p className="text-ink-soft">{t("progress.leave")}</p>
    </div>
  );
}

function Outcome({ job, logs }: Pick<SyncJobPageData, "job" | "logs">) {
  const { t } = useTranslation("sync");
  const number = useNumber();
  const { state, shares } = job;
  if (state === "failed") return <Failure job={job} logs={logs} />;
  const values = {
    deactivations: number(Math.round(shares?.deactivations ?? 0)),
    updates: number(Math.round(shares?.updates ?? 0)),
  };
  if (state === "held") {
    return (
      <Banner type="warning" title={t("outcome.held")}>
        {t("outcome.heldText", values)}
      </Banner>
    );
  }
  if (state === "previewed") {
    const hasChanges = isOfferedBySync(job, "refuse");
    return (
      <Banner
        type={job.isAboveLimits ? "warning" : "info"}
        title={t(hasChanges ? "outcome.previewed" : "outcome.nothing")}
      >
        {job.isAboveLimits && t("outcome.wouldHold", values)}
      </Banner>
    );
  }
  if (state === "refused" || state === "superseded") return <Banner type="info">{t(`outcome.${state}`)}</Banner>;
  const isClean = job.unwritten === 0 && job.retained === 0 && state !== "stopped";
  const title =
    state === "undone"
      ? t("outcome.undone", { count: job.restored })
      : t(state === "stopped" ? "outcome.stopped" : "outcome.done", { count: job.written });
  return (
    <Banner type={isClean ? "success" : "warning"} title={title}>
      {job.unwritten > 0 && state !== "undone" && <p>{t("outcome.unwritten", { count: job.unwritten })}</p>}
      {job.retained > 0 && <p>{t("outcome.retained", { count: job.retained })}</p>}
    </Banner>
  );
}

/** Codes of the log entry after which the log lists the refused rows. */
const refusedCodes = ["rows_refused", "rows_refused_first"];
const refusedId = "refused-rows";

/** The number of rows that could not be read, with the way to their place in the log. */
function RefusedRows({ job, logs }: Pick<SyncJobPageData, "job" | "logs">) {
  const { t } = useTranslation("sync");
  const { refusedRows } = job.counts;
  if (refusedRows === 0) return null;
  const codes = (logs ?? []).map(({ code }) => code);
  return (
    <Banner
      type="warning"
      title={t("job.refused", { count: refusedRows })}
      actions={
        codes.some((code) => refusedCodes.includes(code)) && (
          <LinkButton to={`#${refusedId}`}>{t("job.showRefused")}</LinkButton>
        )
      }
    >
      {codes.includes("nothing_removed") && t("note.nothing_removed")}
    </Banner>
  );
}

/** Everything that ended the run, since the log of a failed run lists all of its faults as errors. */
function Failure({ job, logs }: Pick<SyncJobPageData, "job" | "logs">) {
  const { t } = useTranslation("sync");
  const formatLog = useLogText();
  const faults = (logs ?? []).filter(({ level }) => level === "error");
  return (
    <Banner type="error" title={t("outcome.failed")}>
      {faults.length > 1 ? (
        <ul className="list-disc space-y-1 ps-5">
          {faults.map(({ code, values }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the log of a run that has ended does not change
            <li key={index} className="wrap-anywhere">
              {formatLog(code, values)}
            </li>
          ))}
        </ul>
      ) : (
        job.problem && formatLog(job.problem.code, job.problem.values)
      )}
    </Banner>
  );
}

/** Actions available for the run in its current state. */
function Decide({ job, undecided }: { job: SyncJob; undecided: number }) {
  const { t } = useTranslation("sync");
  if (isOfferedBySync(job, "undo")) {
    return (
      <Disclosure title={t("undo.title")}>
        <p className="mb-4 max-w-[70ch] text-ink-soft">{t("undo.text")}</p>
        <Form method="post">
          <Button variant="danger" icon={Undo2} name="intent" value={syncJobIntents.undo}>
            {t("undo.submit")}
          </Button>
        </Form>
      </Disclosure>
    );
  }
  if (!isOfferedBySync(job, "refuse")) return null;
  return (
    <Card title={t("decide.title")}>
      <p className="mb-4 max-w-[70ch] text-ink-soft">{t("decide.text")}</p>
      {undecided > 0 && <p className="mb-4">{t("decide.twins", { count: undecided })}</p>}
      <Form method="post" className="flex flex-wrap gap-3">
        {isOfferedBySync(job, "release") && (
          <Button variant="primary" icon={Check} name="intent" value={syncJobIntents.release}>
            {t("decide.release")}
          </Button>
        )}
        <Button icon={Ban} name="intent" value={syncJobIntents.refuse}>
          {t("decide.refuse")}
        </Button>
      </Form>
    </Card>
  );
}

function Log({ logs }: { logs: SyncLog[] | null }) {
  const { t } = useTranslation("sync");
  const formatMoment = useMoment();
  const formatLog = useLogText();
  if (logs === null) return <Banner type="error">{t("errors.logs")}</Banner>;
  if (logs.length === 0) return null;
  return (
    <section className="space-y-3">
      <h2 className="text-22">{t("job.log")}</h2>
      <ol className="divide-y divide-line rounded-cover border border-line bg-raised">
        {logs.map(({ at, level, code, values }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
          <li key={index} id={refusedCodes.includes(code) ? refusedId : undefined} className="scroll-mt-20 p-4">
            <p className="text-14 text-ink-soft">
              {formatMoment(at)}
              {level !== "info" && ` · ${t(`levels.${level}`)}`}
            </p>
            <p className="wrap-anywhere">{formatLog(code, values)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
