import { useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { BehindLastPage } from "~/control-panel/lists/list-pages";
import { formatReason } from "~/forms/messages";
import type { Job, JobResult } from "~/services/contracts/jobs";
import { useMoment } from "~/shell/moment";
import { Banner } from "~/ui/banner";
import { Button, buttonClasses, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { ArrowLeft, Download, Undo2 } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { ProgressBar } from "~/ui/progress-bar";
import { type Column, Table } from "~/ui/table";
import { jobIntents } from "./job-intents";
import { isJobAtWork, isMakingFile, JobStatePill, useAbout, useProgressText } from "./job-parts";
import type { JobPageData } from "./jobs.server";
import { usePolling } from "./use-polling";

/** One job: progress, result and file. The user may leave the page; the job continues. */
export function JobPage({ job, refused, page, refusedTotal, backHref, mayUndo, size }: JobPageData & { size: number }) {
  const { t } = useTranslation("lists");
  usePolling(isJobAtWork(job));
  const progress = useProgressText();
  const formatMoment = useMoment();
  const title = t(`kinds.${job.kind}`);
  return (
    <div className="space-y-6">
      <PageHeader
        title={title}
        crumbs={[{ label: t("job.listTitle"), to: "/controlpanel/jobs" }]}
        actions={<JobStatePill job={job} />}
      />
      {isJobAtWork(job) && (
        // Without script the page reloads itself (meta refresh).
        <noscript>
          <meta httpEquiv="refresh" content="3" />
        </noscript>
      )}
      <div className="max-w-[70ch] space-y-4">
        <ProgressBar
          label={t(isMakingFile(job) ? "job.makingFile" : `states.${job.state}`)}
          value={job.done}
          max={Math.max(job.total ?? 1, 1)}
          text={progress(job)}
        />
        {isJobAtWork(job) && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-ink-soft">{t(job.isCancelAsked ? "job.ending" : "job.leave")}</p>
            {!job.isCancelAsked && !isMakingFile(job) && (
              <Form method="post">
                <Button name="intent" value={jobIntents.cancel}>
                  {t("job.cancel")}
                </Button>
              </Form>
            )}
          </div>
        )}
        {/* Rendered from the start, so that screen readers announce the end of the job. */}
        <div aria-live="polite">
          <Outcome job={job} />
        </div>
        {mayUndo && (
          <Form method="post">
            <Button name="intent" value={jobIntents.undo} icon={Undo2}>
              {t("job.undo")}
            </Button>
          </Form>
        )}
        {job.file && (
          <Card title={job.file.name}>
            <p className="mb-4 text-ink-soft">{t(`file.${job.kind}`, { until: formatMoment(job.expiresAt) })}</p>
            <a href={`/controlpanel/jobs/${job.id}/file`} download className={buttonClasses({ variant: "primary" })}>
              <Icon of={Download} />
              {t("file.fetch")}
            </a>
          </Card>
        )}
        {backHref && (
          <LinkButton to={backHref} icon={ArrowLeft}>
            {t("confirm.back")}
          </LinkButton>
        )}
      </div>
      {refusedTotal > 0 && <Refused {...{ refused, page, refusedTotal, size }} />}
    </div>
  );
}

function Outcome({ job }: { job: Job }) {
  const { t } = useTranslation("lists");
  const who = useAbout()(job);
  if (job.state === "failed") {
    const known = ["unauthorized", "forbidden", "not_found"].includes(job.error ?? "");
    return (
      <Banner type="error" title={t("outcome.failed")}>
        {t(known ? `errors.${job.error}` : "errors.other")}
      </Banner>
    );
  }
  if (job.state === "cancelled") return <Banner type="warning">{t("outcome.cancelled", { count: job.done })}</Banner>;
  if (job.state !== "done") return null;
  const count = job.done - job.refused;
  return (
    <Banner type={job.refused > 0 ? "warning" : "success"}>
      {t(`outcome.${job.kind}`, { count })} {job.refused > 0 && t("outcome.refused", { count: job.refused })}
      {who && <span className="block wrap-anywhere">{who}</span>}
    </Banner>
  );
}

const ownReasons = [
  "not_found",
  "not_at_organization",
  "not_a_pupil",
  "badges_off",
  "badge_too_old",
  "password_mailed",
];

type RefusedProps = Pick<JobPageData, "refused" | "page" | "refusedTotal"> & { size: number };

function Refused({ refused, page, refusedTotal, size }: RefusedProps) {
  const { t } = useTranslation("lists");
  const { t: tPanel } = useTranslation("control-panel");
  const reasonOf = ({ reason }: JobResult) =>
    reason && ownReasons.includes(reason) ? t(`reasons.${reason}`) : formatReason(tPanel, reason ?? "");
  const columns: Column<JobResult>[] = [
    { id: "name", header: t("columns.name"), cell: ({ name }) => name ?? t("job.gone") },
    { id: "reason", header: t("job.why"), cell: reasonOf },
  ];
  const [parameters] = useSearchParams();
  const others = [...parameters].filter(([name]) => name !== "page");
  const hrefOf = (number: number) => `?${new URLSearchParams([...others, ["page", String(number)]])}`;
  const from = (page - 1) * size + 1;
  return (
    <section className="space-y-3">
      <h2 className="text-22">{t("job.refusedTitle", { count: refusedTotal })}</h2>
      <Table
        caption={t("job.refusedTitle", { count: refusedTotal })}
        columns={columns}
        rows={refused}
        rowKey={(row) => row.id}
        empty={<BehindLastPage firstHref={hrefOf(1)} />}
      />
      {refused.length > 0 && refusedTotal > size && (
        <Pagination
          previousHref={page > 1 ? hrefOf(page - 1) : null}
          nextHref={page * size < refusedTotal ? hrefOf(page + 1) : null}
          position={t("job.position", { from, to: from + refused.length - 1, total: refusedTotal })}
        />
      )}
    </section>
  );
}
