import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { slashedDate } from "~/reader/submissions/submission-parts";
import type { AssignmentRow } from "~/services/contracts/submissions";
import { LinkButton } from "~/ui/button";
import { ListChecks, Plus } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { EmptyState } from "~/ui/states";
import { TabLinks } from "~/ui/tabs";
import type { AssignmentsData, Scope } from "./assignments.server";

/** Assignments of the teacher's classes, those shared within the school, and for administrators the progress of all. */
export function AssignmentsPage({ of, rows, cursor, mayMake, isAdministrator }: AssignmentsData) {
  const { t } = useTranslation("assignments");
  const scopes: Scope[] = [
    // Teachers whose classes were deleted can still read what was submitted.
    ...(mayMake || !isAdministrator || of === "own" ? (["own"] as const) : []),
    "shared",
    ...(isAdministrator ? (["administered"] as const) : []),
  ];
  const make = (
    <LinkButton to="/controlpanel/assignments/new" variant="primary" icon={Plus}>
      {t("new")}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t("title")} intro={t(`intro.${of}`)} actions={mayMake && make} />
      <TabLinks
        label={t("title")}
        tabs={scopes.map((scope) => ({
          to: `/controlpanel/assignments?of=${scope}`,
          label: t(`of.${scope}`),
          isCurrent: scope === of,
        }))}
      />
      {rows.length === 0 ? (
        <EmptyState icon={ListChecks} title={t(`empty.${of}`)} action={of === "own" && mayMake ? make : undefined}>
          {t(mayMake ? "emptyHint" : "noClasses")}
        </EmptyState>
      ) : (
        <ul className="mt-4 grid list-none gap-4 ps-0 lg:grid-cols-2">
          {rows.map((row) => (
            <AssignmentCard key={row.id} row={row} />
          ))}
        </ul>
      )}
      {cursor && (
        <p className="mt-6">
          <LinkButton to={`/controlpanel/assignments?of=${of}&cursor=${encodeURIComponent(cursor)}`}>
            {t("more")}
          </LinkButton>
        </p>
      )}
    </>
  );
}

function AssignmentCard({ row }: { row: AssignmentRow }) {
  const { t } = useTranslation("assignments");
  const { id, title, group, bookTitle, isBookOffered, chapter, dueOn, questions, teacher } = row;
  return (
    <li className="rounded-card border border-line bg-raised p-4">
      <h2 className="text-18">
        <Link to={`/controlpanel/assignments/${id}`} className="break-words text-primary underline" dir="auto">
          {title}
        </Link>
      </h2>
      <p className="mt-1 text-ink-soft">
        {group.name}
        {group.isDeleted && ` (${t("groupDeleted")})`} ·{" "}
        <span dir="auto">{chapter ? `${bookTitle}: ${chapter}` : bookTitle}</span>
      </p>
      {!isBookOffered && <p className="text-14">{t("bookWithdrawn")}</p>}
      <p className="text-14 text-ink-soft">
        {t("questions", { count: questions })}
        {dueOn && ` · ${t("due", { date: slashedDate(dueOn) })}`}
        {teacher && ` · ${teacher}`}
      </p>
      {row.counts && <AssignmentCounts counts={row.counts} />}
    </li>
  );
}

export function AssignmentCounts({ counts }: { counts: NonNullable<AssignmentRow["counts"]> }) {
  const { t } = useTranslation("assignments");
  return (
    <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
      {(["submitted", "writing", "notBegun"] as const).map((name) => (
        <div key={name}>
          <dt className="text-14 text-ink-soft">{t(`counts.${name}`)}</dt>
          <dd className="text-22 font-semibold tabular-nums">{counts[name]}</dd>
        </div>
      ))}
    </dl>
  );
}
