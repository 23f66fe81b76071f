import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { JobStatePill, useAbout, useProgressText } from "~/control-panel/jobs/job-parts";
import { jobsAPage, loadJobs } from "~/control-panel/jobs/jobs.server";
import { BehindLastPage } from "~/control-panel/lists/list-pages";
import type { Job } from "~/services/contracts/jobs";
import { useMoment } from "~/shell/moment";
import { Icon } from "~/ui/icon";
import { Download, ListChecks } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { title: "lists:job.listTitle" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { ...(await loadJobs(backendOf(context), request)), size: jobsAPage };
}

/** Jobs of the user, newest first. */
export default function Jobs() {
  const { jobs, page, total, size } = useLoaderData<typeof loader>();
  const { t } = useTranslation("lists");
  const formatMoment = useMoment();
  const progress = useProgressText();
  const about = useAbout();
  const columns: Column<Job>[] = [
    {
      id: "kind",
      header: t("job.what"),
      cell: (job) => (
        <>
          {t(`kinds.${job.kind}`)}
          <span className="block wrap-anywhere font-normal text-14 text-ink-soft">{job.file?.name ?? about(job)}</span>
          <span className="block font-normal text-14 text-ink-soft sm:hidden">{formatMoment(job.createdAt)}</span>
        </>
      ),
    },
    { id: "state", header: t("job.state"), cell: (job) => <JobStatePill job={job} /> },
    { id: "progress", header: t("job.howFar"), align: "end", from: "sm", cell: progress },
    { id: "created", header: t("job.started"), from: "sm", cell: (job) => formatMoment(job.createdAt) },
    {
      id: "file",
      header: <span className="sr-only">{t("file.fetch")}</span>,
      align: "end",
      isNarrow: true,
      cell: (job) =>
        job.file && (
          <a
            href={`/controlpanel/jobs/${job.id}/file`}
            download
            aria-label={t("file.fetchNamed", { name: job.file.name })}
            className="row-mark"
          >
            <Icon of={Download} />
          </a>
        ),
    },
  ];
  const from = (page - 1) * size + 1;
  return (
    <>
      <PageHeader title={t("job.listTitle")} intro={t("job.listIntro")} />
      <div className="space-y-4">
        <Table
          caption={t("job.listTitle")}
          columns={columns}
          rows={jobs}
          rowKey={(job) => job.id}
          rowHref={(job) => `/controlpanel/jobs/${job.id}`}
          empty={
            total > 0 ? (
              <BehindLastPage firstHref="/controlpanel/jobs" icon={ListChecks} />
            ) : (
              <EmptyState title={t("job.emptyTitle")} icon={ListChecks}>
                {t("job.emptyText")}
              </EmptyState>
            )
          }
        />
        {jobs.length > 0 && total > size && (
          <Pagination
            previousHref={page > 1 ? `/controlpanel/jobs?page=${page - 1}` : null}
            nextHref={page * size < total ? `/controlpanel/jobs?page=${page + 1}` : null}
            position={t("job.position", { from, to: from + jobs.length - 1, total })}
          />
        )}
      </div>
    </>
  );
}
