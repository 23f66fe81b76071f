import { useTranslation } from "react-i18next";
import { SchoolChoice } from "~/control-panel/forms/school-choice";
import { BehindLastPage } from "~/control-panel/lists/list-pages";
import type { Import } from "~/services/contracts/import-entity";
import { rowResults } from "~/services/contracts/import-states";
import { useMoment } from "~/shell/moment";
import { useNumber } from "~/shell/number";
import { buttonClasses } from "~/ui/button";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icon";
import { BookOpen, Download, FileSpreadsheet } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import type { ImportPageData } from "./import-page.server";
import { ImportStatePill } from "./import-parts";
import { countRowsOfFile } from "./row-filters";
import { UploadForm } from "./upload-form";

/** Start of an import: template, upload, and earlier imports. docs/product/control-panel.md#screens. */
export function ImportPage(props: ImportPageData & { perPage: number }) {
  const { organization, organizations, choices, files, size } = props;
  const { t } = useTranslation("import");
  const { t: tPanel } = useTranslation("control-panel");
  return (
    <div className="space-y-6">
      <PageHeader
        crumbs={[{ label: tPanel("nav.overview"), to: "/controlpanel" }]}
        title={t("title")}
        intro={t("intro")}
      />
      <SchoolChoice
        {...{ organization, organizations, choices }}
        page="/controlpanel/import"
        label={t("school")}
        submit={t("choose")}
        only={t("chosen", { name: organization.name })}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
        <UploadForm key={organization.id} organization={organization.id} size={size} />
        <Card title={t("first.title")}>
          <p className="mb-4 text-ink-soft">{t("first.text")}</p>
          <div className="flex flex-col items-start gap-3">
            <a
              href={`/controlpanel/import/template?organization=${organization.id}`}
              download={files.template.name}
              className={buttonClasses({ wide: true })}
            >
              <Icon of={Download} />
              {t("first.template")}
            </a>
            {files.guide && (
              <a href={files.guide.href} download={files.guide.name} className={buttonClasses({ wide: true })}>
                <Icon of={BookOpen} />
                {t("first.guide")}
              </a>
            )}
          </div>
        </Card>
      </div>
      <History {...props} />
    </div>
  );
}

function History({ organization, imports, page, total, perPage }: ImportPageData & { perPage: number }) {
  const { t } = useTranslation("import");
  const { t: tLists } = useTranslation("lists");
  const formatMoment = useMoment({ isZoneNamed: false });
  const number = useNumber();
  const href = (to: number) => `/controlpanel/import?organization=${organization.id}&page=${to}`;
  const who = ({ startedBy }: Import) => startedBy?.name ?? t("nobody");
  const columns: Column<Import>[] = [
    {
      id: "file",
      header: t("history.file"),
      cell: (run) => (
        <>
          <span className="wrap-anywhere">{run.fileName}</span>
          <span className="block font-normal text-14 text-ink-soft md:hidden">
            {t("about", { name: who(run), when: formatMoment(run.createdAt) })}
          </span>
          {/* Headed by the columns that a phone has no room for. */}
          <span className="block font-normal text-14 text-ink-soft sm:hidden">
            {`${t("history.rows")} ${number(countRowsOfFile(run))} · ${t("history.imported")} ${number(importedIn(run))}`}
          </span>
        </>
      ),
    },
    { id: "who", header: t("history.who"), from: "md", cell: who },
    { id: "when", header: t("history.when"), from: "md", cell: (run) => formatMoment(run.createdAt) },
    { id: "rows", header: t("history.rows"), align: "end", from: "sm", cell: (run) => number(countRowsOfFile(run)) },
    { id: "imported", header: t("history.imported"), align: "end", from: "sm", cell: (run) => number(importedIn(run)) },
    { id: "state", header: t("history.state"), cell: (run) => <ImportStatePill run={run} /> },
  ];
  const from = (page - 1) * perPage + 1;
  return (
    <section className="space-y-3">
      <h2 className="text-22">{t("history.title")}</h2>
      <Table
        caption={t("history.title")}
        columns={columns}
        rows={imports}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/controlpanel/import/${id}`}
        empty={
          total > 0 ? (
            <BehindLastPage firstHref={href(1)} icon={FileSpreadsheet} />
          ) : (
            <EmptyState title={t("history.emptyTitle")} icon={FileSpreadsheet}>
              {t("history.emptyText")}
            </EmptyState>
          )
        }
      />
      {imports.length > 0 && total > perPage && (
        <Pagination
          previousHref={page > 1 ? href(page - 1) : null}
          nextHref={page * perPage < total ? href(page + 1) : null}
          position={tLists("job.position", { from, to: from + imports.length - 1, total })}
        />
      )}
    </section>
  );
}

/** Number of people created or updated by an import. */
function importedIn({ results }: Pick<Import, "results">): number {
  return rowResults
    .filter((name) => name === "created" || name === "changed")
    .reduce((sum, name) => sum + results[name], 0);
}
