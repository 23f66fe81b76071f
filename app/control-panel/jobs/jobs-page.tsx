import { useTranslation } from "react-i18next";
import { BehindLastPage } from "~/control-panel/lists/list-pages";
import type { Job } from "~/services/contracts/jobs";
import { useMoment } from "~/shell/moment";
import { ListChecks } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import { StateBadge, useProgressText } from "./job-parts";
import type { JobsPageData } from "./jobs.server";

/** What one has set going, newest first. */
export function JobsPage({ jobs, page, total, size }: JobsPageData & { size: number }) {
  const { t } = useTranslation("lists");
  const say = useMoment();
  const progress = useProgressText();
  const columns: Column<Job>[] = [
    {
      id: "kind",
      header: t("job.what"),
      cell: (job) => (
        <>
          {t(`kinds.${job.kind}`)}
          <span className="block font-normal text-14 text-ink-soft sm:hidden">{say(job.createdAt)}</span>
        </>
      ),
    },
    { id: "state", header: t("job.state"), cell: (job) => <StateBadge job={job} /> },
    { id: "progress", header: t("job.howFar"), align: "end", from: "sm", cell: progress },
    { id: "created", header: t("job.started"), from: "sm", cell: (job) => say(job.createdAt) },
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
