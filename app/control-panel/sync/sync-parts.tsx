import { useTranslation } from "react-i18next";
import { BehindLastPage } from "~/control-panel/lists/list-pages";
import { rosterFaults, rosterFaultText, rosterNotes, rosterNoteText } from "~/services/contracts/roster-faults";
import { type SyncJob, type SyncJobState, syncCounts, syncLogCodes, syncLogText } from "~/services/contracts/sync";
import { useMoment } from "~/shell/moment";
import { useNumber } from "~/shell/number";
import { History } from "~/ui/icons";
import { Pagination } from "~/ui/pagination";
import { Pill, type Tone } from "~/ui/pill";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import { syncJobHref } from "./sync-intents";

const tones: Record<SyncJobState, Tone> = {
  queued: "info",
  reading: "info",
  previewed: "primary",
  held: "warning",
  writing: "info",
  done: "success",
  stopped: "warning",
  refused: "neutral",
  superseded: "neutral",
  failed: "error",
  undoing: "info",
  undone: "neutral",
};

export function SyncStatePill({ state }: Pick<SyncJob, "state">) {
  const { t } = useTranslation("sync");
  return <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill>;
}

/** Text for a code in a run's log or from its source. */
export function useLogText(): (code: string, values: Record<string, string | number>) => string {
  const { t } = useTranslation("sync");
  const among = <Code extends string>(codes: readonly Code[], code: string) => codes.find((each) => each === code);
  return (code, values) => {
    const own = among(syncLogCodes, code);
    const fault = among(rosterFaults, code);
    const note = among(rosterNotes, code);
    const key = own ? syncLogText(own) : fault ? rosterFaultText(fault) : note ? rosterNoteText(note) : null;
    return key ? t(key, values) : code;
  };
}

/** Counts of a run. */
export function SyncRunCounts({ job }: { job: SyncJob }) {
  const { t } = useTranslation("sync");
  const number = useNumber();
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
      {syncCounts.map((name) => (
        <div key={name}>
          <dt className="text-14 text-ink-soft">{t(`counts.${name}`)}</dt>
          <dd className="font-semibold text-22 tabular-nums">{number(job.counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

type JobsProps = {
  jobs: readonly SyncJob[];
  page: number;
  total: number;
  perPage: number;
  hrefOf(page: number): string;
};

/** Runs, newest first. */
export function Jobs({ jobs, page, total, perPage, hrefOf }: JobsProps) {
  const { t } = useTranslation("sync");
  const { t: tLists } = useTranslation("lists");
  const formatMoment = useMoment();
  const number = useNumber();
  const starter = ({ isBySchedule, startedBy }: SyncJob) =>
    isBySchedule ? t("jobs.nightly") : (startedBy?.name ?? t("jobs.nobody"));
  const columns: Column<SyncJob>[] = [
    {
      id: "when",
      header: t("jobs.when"),
      cell: (job) => (
        <>
          {formatMoment(job.createdAt)}
          <span className="block font-normal text-14 text-ink-soft md:hidden">{starter(job)}</span>
        </>
      ),
    },
    { id: "who", header: t("jobs.who"), from: "md", cell: starter },
    { id: "written", header: t("jobs.written"), align: "end", from: "sm", cell: (job) => number(job.written) },
    { id: "state", header: t("jobs.state"), cell: (job) => <SyncStatePill state={job.state} /> },
  ];
  const from = (page - 1) * perPage + 1;
  return (
    <>
      <Table
        caption={t("jobs.title")}
        columns={columns}
        rows={[...jobs]}
        rowKey={({ jobId }) => jobId}
        rowHref={({ jobId }) => syncJobHref(jobId)}
        empty={
          total > 0 ? (
            <BehindLastPage firstHref={hrefOf(1)} icon={History} />
          ) : (
            <EmptyState title={t("jobs.empty")} icon={History} />
          )
        }
      />
      {jobs.length > 0 && total > perPage && (
        <Pagination
          previousHref={page > 1 ? hrefOf(page - 1) : null}
          nextHref={page * perPage < total ? hrefOf(page + 1) : null}
          position={tLists("job.position", { from, to: from + jobs.length - 1, total })}
        />
      )}
    </>
  );
}
