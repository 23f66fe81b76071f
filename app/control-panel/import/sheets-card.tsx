import { useTranslation } from "react-i18next";
import type { Import } from "~/services/contracts/import-entity";
import type { WorkbookSheet } from "~/services/contracts/import-sheets";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox, ChoiceGroup } from "~/ui/choice";
import { Form } from "~/ui/form";
import { RotateCw } from "~/ui/icons";
import { importIntents, isOfferedByImport } from "./import-intents";
import { useColumnName } from "./import-parts";

type SheetsProps = { run: Import; isChoiceMissing: boolean; here: string };

/** The sheets of the workbook with their rows, and which of them are read. Nothing for a workbook of one sheet without surprises. */
export function SheetsCard({ run, isChoiceMissing, here }: SheetsProps) {
  const { t } = useTranslation("import");
  const sheets = run.workbookSheets.filter(({ hasHeadings }) => hasHeadings);
  const others = run.workbookSheets.filter(({ hasHeadings }) => !hasHeadings);
  const mayChoose = isOfferedByImport(run, "refresh") && (sheets.length > 1 || sheets.some(isPartlyHidden));
  const remarks = sheets.filter((sheet) => sheet.isRead && (sheet.merged.rows > 0 || sheet.hiddenColumns.length > 0));
  if (!mayChoose && others.length === 0 && remarks.length === 0) return null;
  return (
    <Card title={t("sheets.title")} id="sheets">
      <div className="space-y-4">
        {mayChoose && <SheetsForm sheets={sheets} isChoiceMissing={isChoiceMissing} here={here} />}
        {remarks.map((sheet) => (
          <Remarks key={sheet.name} sheet={sheet} />
        ))}
        {others.length > 0 && (
          <p className="wrap-anywhere text-ink-soft">
            {t("sheets.noHeadings", { names: others.map(({ name }) => name).join(", ") })}
          </p>
        )}
      </div>
    </Card>
  );
}

function isPartlyHidden({ isHidden, hiddenRows }: WorkbookSheet): boolean {
  return isHidden || hiddenRows > 0;
}

type SheetsFormProps = { sheets: readonly WorkbookSheet[]; isChoiceMissing: boolean; here: string };

function SheetsForm({ sheets, isChoiceMissing, here }: SheetsFormProps) {
  const { t } = useTranslation("import");
  return (
    // The key: a form keeps its boxes when the preview of another choice replaces this one.
    <Form method="post" className="space-y-4" key={JSON.stringify(sheets)} preventScrollReset>
      <input type="hidden" name="back" value={here} />
      <ChoiceGroup
        label={t("sheets.label")}
        hint={sheets.some(isPartlyHidden) ? t("sheets.text") : undefined}
        errors={isChoiceMissing ? t("sheets.choose") : null}
      >
        {sheets.map((sheet) => (
          <div key={sheet.name}>
            <Checkbox
              name="sheet"
              value={sheet.name}
              label={<span className="wrap-anywhere">{sheet.name}</span>}
              hint={[t("sheets.people", { count: sheet.rows }), sheet.isHidden && t("sheets.hidden")]
                .filter(Boolean)
                .join(" · ")}
              defaultChecked={sheet.isRead}
            />
            {sheet.hiddenRows > 0 && (
              <Checkbox
                className="ms-8"
                name="hiddenRows"
                value={sheet.name}
                label={
                  <span className="wrap-anywhere">
                    {t("sheets.hiddenRows", { count: sheet.hiddenRows, sheet: sheet.name })}
                  </span>
                }
                defaultChecked={sheet.isHiddenRead}
              />
            )}
          </div>
        ))}
      </ChoiceGroup>
      <Button icon={RotateCw} name="intent" value={importIntents.sheets}>
        {t("sheets.submit")}
      </Button>
    </Form>
  );
}

function Remarks({ sheet }: { sheet: WorkbookSheet }) {
  const { t } = useTranslation("import");
  const columnName = useColumnName();
  const { name, merged, hiddenColumns } = sheet;
  const ranges = merged.ranges.join(", ");
  return (
    <>
      {merged.rows > 0 && (
        <p className="wrap-anywhere">{t("sheets.merged", { count: merged.rows, sheet: name, ranges })}</p>
      )}
      {hiddenColumns.length > 0 && (
        <p className="wrap-anywhere">
          {t("sheets.hiddenColumns", { sheet: name, names: hiddenColumns.map(columnName).join(", ") })}
        </p>
      )}
    </>
  );
}
