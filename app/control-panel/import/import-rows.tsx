import { Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { formatReason } from "~/forms/messages";
import { languageLocale } from "~/i18n/i18n";
import { type ImportColumnId, importColumn, roleWord, yesNoWord } from "~/services/contracts/import-columns";
import type { ImportRow } from "~/services/contracts/import-rows";
import type { PersonType } from "~/services/contracts/person-field-table";
import { Radio } from "~/ui/choice";
import { choiceField } from "./import-intents";
import { isRemoved, RowPill, useColumnName } from "./import-parts";
import { RowNotes } from "./row-notes";
import { useRowTranslation } from "./row-translation";

/** Rows of the file as a list that fits phones: the person, the outcome and the relevant cells. */
export function ImportRows({ rows, mayChoose }: { rows: readonly ImportRow[]; mayChoose: boolean }) {
  const { t } = useRowTranslation("import");
  return (
    <ul aria-label={t("rows.caption")} className="divide-y divide-line rounded-cover border border-line bg-raised">
      {rows.map((row) => (
        <li key={row.place} className="px-3 py-2 sm:p-4">
          <RowHead row={row} />
          {showsProblems(row) && <Problems row={row} />}
          <RowNotes row={row} />
          {showsChanges(row, mayChoose) && <Changes {...changesOf(row)} />}
          {row.candidates.length > 0 && <Candidates row={row} mayChoose={mayChoose && row.result === null} />}
        </li>
      ))}
    </ul>
  );
}

/** The question about a row is settled once the row is imported; what the undo found is not. */
function showsProblems({ result, undo }: ImportRow): boolean {
  return undo !== null || !(result && ["created", "changed", "returned", "deactivated"].includes(result));
}

/** For an ambiguous row, each candidate shows its own changes instead. */
function showsChanges({ outcome, result, undo }: ImportRow, mayChoose: boolean): boolean {
  // Undone values are nobody's any more.
  if (undo === "restored") return false;
  return outcome === "likely" ? !(mayChoose && result === null) : outcome !== "wrong";
}

/** Changes of a row; for a row linked to a candidate, the changes to that person. */
function changesOf({ outcome, changes, candidates, choice }: ImportRow) {
  const chosen = candidates.find(({ id }) => id === choice);
  return chosen ? { changes: chosen.changes, isCompared: true } : { changes, isCompared: outcome === "changed" };
}

const pages = { student: "students", guardian: "guardians", employee: "employees" } as const;

function RowHead({ row }: { row: ImportRow }) {
  const { t } = useRowTranslation("import");
  const { person } = row;
  const name = row.name ?? person?.name ?? t("rows.unnamed");
  const isThere = person !== null && !isRemoved(row);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">
          {isThere ? (
            <Link to={`/controlpanel/${pages[person.type]}/${person.id}`} className="text-primary underline">
              {name}
            </Link>
          ) : (
            name
          )}
          {isThere && <span className="ms-2 font-normal text-14 text-ink-soft">{person.username}</span>}
        </p>
        {row.sheet !== "" && (
          <p className="text-14 text-ink-soft">{t("rows.row", { sheet: row.sheet, row: row.row })}</p>
        )}
      </div>
      <RowPill row={row} />
    </div>
  );
}

/** Old and new value of each changed field. @param isCompared whether to show empty old values */
function Changes({ changes, isCompared }: { changes: ImportRow["changes"]; isCompared: boolean }) {
  const { t } = useRowTranslation("import");
  const columnName = useColumnName();
  const formatCell = useCellText();
  if (changes.length === 0) return null;
  return (
    <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 sm:mt-3 sm:gap-x-6 sm:gap-y-2 lg:grid-cols-3">
      {changes.map(({ column, before, after, left = [] }) => (
        <div key={column} className="min-w-0">
          <dt className="text-14 text-ink-soft">{columnName(column)}</dt>
          <dd className="wrap-anywhere">
            {column === "password" ? (
              <i className="text-ink-soft">{t("rows.secret")}</i>
            ) : (
              <>
                {after === null || after === "" ? (
                  <i className="text-ink-soft">{t("rows.nothing")}</i>
                ) : (
                  formatCell(column, after)
                )}
                {(isCompared || before) && (
                  <span className="block text-14 text-ink-soft">
                    {t("rows.from")}:{" "}
                    <del className="no-underline">{before ? formatCell(column, before) : t("rows.nothing")}</del>
                  </span>
                )}
                {left.length > 0 && (
                  <span className="block text-14">{t("rows.leaves", { names: left.join(", ") })}</span>
                )}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Translates roles and yes/no values; other values are returned unchanged. */
function useCellText(): (column: string, text: string) => string {
  const { i18n } = useTranslation("import");
  const locale = languageLocale(i18n.language);
  return (column, text) => {
    const { choices } = importColumn(column as ImportColumnId);
    if (choices === "role") return roleWord(text as PersonType, locale);
    return choices === "yes-no" && ["true", "false"].includes(text) ? yesNoWord(text === "true", locale) : text;
  };
}

type Problem = ImportRow["problems"][number];

/** Problems by cell: the value, the reason, and allowed values. */
function Problems({ row }: { row: ImportRow }) {
  const { t } = useRowTranslation("import");
  const { t: tPanel } = useRowTranslation("control-panel");
  const columnName = useColumnName();
  if (row.problems.length === 0) return null;
  const where = ({ column, address }: Problem) => {
    if (column === null) return t("rows.wholeRow");
    return address === null ? columnName(column) : `${columnName(column)} · ${t("rows.cell", { address })}`;
  };
  return (
    <ul className="mt-2 space-y-2 sm:mt-3">
      {row.problems.map((problem) => (
        <li
          key={`${problem.column} ${problem.address} ${problem.reason} ${problem.sameAs?.sheet} ${problem.sameAs?.row}`}
          className="border-error border-s-4 ps-3 [&_p]:wrap-anywhere"
        >
          <p className="text-14 text-ink-soft">{where(problem)}</p>
          <p className="font-semibold text-error">{formatReason(tPanel, problem.reason)}</p>
          {problem.value !== null && <p className="text-14">{t("rows.value", { value: problem.value })}</p>}
          {problem.people.length > 0 && (
            <p className="text-14">{t("rows.people", { names: problem.people.join(", ") })}</p>
          )}
          {problem.sameAs && problem.sameAs.sheet !== "" && (
            <p className="text-14">{t("rows.otherRow", problem.sameAs)}</p>
          )}
          {problem.allowed && <p className="text-14">{t("rows.allowed", { names: problem.allowed.join(", ") })}</p>}
        </li>
      ))}
    </ul>
  );
}

/** Possible matches of a row: one option for each, and one for none. */
function Candidates({ row, mayChoose }: { row: ImportRow; mayChoose: boolean }) {
  const { t } = useRowTranslation("import");
  const legend = useId();
  const about = ({ username, organizations, groups, email }: ImportRow["candidates"][number]) =>
    [username, email, ...organizations, ...groups].filter(Boolean).join(" · ");
  if (!mayChoose) {
    const chosen = row.candidates.find(({ id }) => id === row.choice);
    if (chosen) return <Line>{t("rows.same", { name: chosen.name })}</Line>;
    return <Line>{t(row.choice === "new" ? "rows.someoneNew" : "rows.later")}</Line>;
  }
  const options = [
    ...row.candidates.map((candidate) => ({
      value: candidate.id,
      label: t("rows.same", { name: candidate.name }),
      hint: about(candidate),
      changes: candidate.changes,
    })),
    ...(row.mayBeNew ? [{ value: "new", label: t("rows.someoneNew"), hint: undefined, changes: row.changes }] : []),
    { value: "", label: t(row.mayBeNew ? "rows.later" : "rows.somebodyElse"), hint: undefined, changes: null },
  ];
  return (
    <fieldset className="mt-2 sm:mt-3" aria-labelledby={legend}>
      <legend id={legend} className="font-semibold">
        {t("rows.who")}
      </legend>
      {options.map(({ value, label, hint, changes }) => (
        <div key={value}>
          <Radio
            name={choiceField(row.place)}
            value={value}
            label={label}
            hint={hint}
            defaultChecked={(row.choice ?? "") === value}
          />
          {changes && (
            <div className="mb-3 ms-8">
              {changes.length === 0 && <p className="text-14 text-ink-soft">{t("rows.noChanges")}</p>}
              <Changes changes={changes} isCompared={value !== "new"} />
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <p className="mt-2">{children}</p>;
}
