import { useTranslation } from "react-i18next";
import { stepUpHref } from "~/control-panel/forms/step-up-href";
import { columnOfHeading } from "~/services/contracts/import-columns";
import type { Import } from "~/services/contracts/import-entity";
import { useMoment } from "~/shell/moment";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceGroup, Radio } from "~/ui/choice";
import { Disclosure } from "~/ui/disclosure";
import { Form } from "~/ui/form";
import { RotateCw, ShieldCheck, Upload } from "~/ui/icons";
import { GroupQuestions, undecidedGroups } from "./group-questions";
import { importIntents, isOfferedByImport } from "./import-intents";
import { Corrections } from "./import-outcome";
import type { OneImportData } from "./one-import.server";
import { countRowsToWrite, rowsHref } from "./row-filters";
import { SheetsCard } from "./sheets-card";

type PreviewProps = Pick<OneImportData, "run" | "mayCheckSecurely" | "canEscalate"> & {
  isPasswordMissing: boolean;
  isSheetMissing: boolean;
  /** Query of the rows that the page shows, to which the forms return. */
  here: string;
};
type SecureProps = Omit<PreviewProps, "isPasswordMissing" | "isSheetMissing">;

/** What an import would change, the pending decisions, and the start button. */
export function Preview({ run, isPasswordMissing, isSheetMissing, ...secure }: PreviewProps) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
      <div className="space-y-4">
        <NewerImport run={run} here={secure.here} />
        <Changes
          run={run}
          here={secure.here}
          mayRefresh={isOfferedByImport(run, "refresh") && !secure.mayCheckSecurely && !run.newerImport}
        />
        <SheetsCard run={run} here={secure.here} isChoiceMissing={isSheetMissing} />
        <Pending run={run} {...secure} />
        <GroupQuestions run={run} here={secure.here} />
      </div>
      <div className="grid gap-6">
        {isOfferedByImport(run, "start") ? (
          <Start run={run} isPasswordMissing={isPasswordMissing} />
        ) : (
          <NothingToImport run={run} />
        )}
        <Corrections run={run} />
      </div>
    </div>
  );
}

/** Shown if no row can be imported: offers another upload, or points to the pending decisions. */
function NothingToImport({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  const isWaitingForGroups = undecidedGroups(run) > 0 && countRowsToWrite(run) > 0;
  const isWaiting = run.undecided > 0 || isWaitingForGroups;
  return (
    <Card title={t(isWaiting ? "start.title" : "start.nothing")}>
      {isWaiting && (
        <p className="mb-4 text-ink-soft">{t(isWaitingForGroups ? "classes.first" : "outcomeTexts.likely")}</p>
      )}
      <Form method="post" className="flex flex-wrap gap-3">
        {isWaiting && (
          <LinkButton to={isWaitingForGroups ? "#classes" : rowsHref({ outcome: "likely" })}>
            {t(isWaitingForGroups ? "classes.look" : "preview.look")}
          </LinkButton>
        )}
        {!isWaiting && (
          <LinkButton to={`/controlpanel/import?organization=${run.organization.id}`} icon={Upload}>
            {t("again")}
          </LinkButton>
        )}
        {isOfferedByImport(run, "cancel") && (
          <Button variant="quiet" name="intent" value={importIntents.cancel}>
            {t("start.discard")}
          </Button>
        )}
      </Form>
    </Card>
  );
}

/** Maximum number of names before "and more". */
const maxGroups = 12;

/** Another import that ran after this preview, e.g. of the same file in another tab. */
function NewerImport({ run, here }: { run: Import; here: string }) {
  const { t } = useTranslation("import");
  const formatMoment = useMoment({ isZoneNamed: false });
  const { newerImport } = run;
  if (!newerImport) return null;
  const { fileName, by, at, isUndo } = newerImport;
  const values = { file: fileName, name: by ?? t("nobody"), when: formatMoment(at) };
  return (
    <Banner
      type="warning"
      title={t(isUndo ? "preview.undoneSince" : "preview.importedSince", values)}
      actions={
        isOfferedByImport(run, "refresh") && (
          <Form method="post">
            <input type="hidden" name="back" value={here} />
            <Button icon={RotateCw} name="intent" value={importIntents.refresh}>
              {t("preview.refresh")}
            </Button>
          </Form>
        )
      }
    >
      {t("preview.sinceText")}
    </Banner>
  );
}

/** What the file would change, and what of it is ignored or looks wrong. */
function Changes({ run, here, mayRefresh }: { run: Import; here: string; mayRefresh: boolean }) {
  const { t } = useTranslation("import");
  const count = countRowsToWrite(run);
  const { newGroups, ignoredHeadings } = run;
  const isRepeated = ({ heading }: Import["ignoredHeadings"][number]) => columnOfHeading(heading) !== null;
  const repeatedHeadings = ignoredHeadings.filter(isRepeated);
  const unknownHeadings = ignoredHeadings.filter((each) => !isRepeated(each));
  const names = newGroups.slice(0, maxGroups).join(", ");
  return (
    <Card
      title={t("preview.title")}
      actions={
        mayRefresh && (
          <Form method="post">
            <input type="hidden" name="back" value={here} />
            <Button size="small" icon={RotateCw} name="intent" value={importIntents.refresh}>
              {t("preview.refresh")}
            </Button>
          </Form>
        )
      }
    >
      <p>{count === 0 ? t("preview.nothing") : t("preview.summary", { count })}</p>
      {newGroups.length > 0 && (
        <p className="wrap-anywhere mt-2">
          {t("preview.groups", { count: newGroups.length, names })}
          {newGroups.length > maxGroups && ` ${t("preview.more")}`}
        </p>
      )}
      {run.warned > 0 && (
        <div className="mt-4">
          <Banner
            type="warning"
            title={t("preview.warned", { count: run.warned })}
            actions={<LinkButton to={rowsHref({ warned: "true" })}>{t("preview.look")}</LinkButton>}
          >
            {t("preview.warnedText")}
          </Banner>
        </div>
      )}
      {unknownHeadings.length > 0 && (
        <Disclosure title={t("preview.ignored", { count: unknownHeadings.length })}>
          <p className="text-ink-soft">{t("preview.ignoredText")}</p>
          <Headings headings={unknownHeadings} />
        </Disclosure>
      )}
      {repeatedHeadings.length > 0 && (
        <Disclosure title={t("preview.repeated", { count: repeatedHeadings.length })}>
          <p className="text-ink-soft">{t("preview.repeatedText")}</p>
          <Headings headings={repeatedHeadings} />
        </Disclosure>
      )}
    </Card>
  );
}

function Headings({ headings }: { headings: Import["ignoredHeadings"] }) {
  const { t } = useTranslation("import");
  return (
    <ul className="wrap-anywhere mt-1 list-disc ps-5">
      {headings.map(({ sheet, heading }) => (
        <li key={`${sheet} ${heading}`}>{t("preview.ignoredSheet", { sheet, heading })}</li>
      ))}
    </ul>
  );
}

/** What the user still has to do: check again, sign in securely, or decide about likely matches. */
function Pending({ run, mayCheckSecurely, canEscalate, here }: SecureProps) {
  const { t } = useTranslation("import");
  const { t: tPanel } = useTranslation("control-panel");
  return (
    <>
      {mayCheckSecurely && (
        <Banner
          type="warning"
          title={t("preview.secure")}
          actions={
            <Form method="post">
              <input type="hidden" name="back" value={here} />
              <Button icon={RotateCw} name="intent" value={importIntents.refresh}>
                {t("preview.refresh")}
              </Button>
            </Form>
          }
        >
          {t("preview.securedText")}
        </Banner>
      )}
      {run.needsSecureLogin && !mayCheckSecurely && (
        <Banner
          type="warning"
          title={t("preview.secure")}
          actions={
            canEscalate && (
              <LinkButton to={stepUpHref(`/controlpanel/import/${run.id}`)} icon={ShieldCheck}>
                {t("preview.stepUp")}
              </LinkButton>
            )
          }
        >
          {canEscalate ? t("preview.secureText") : tPanel("form.secureElsewhere")}
        </Banner>
      )}
      {run.undecided > 0 && isOfferedByImport(run, "choose") && (
        <Banner
          type="info"
          actions={
            <>
              <LinkButton to={rowsHref({ outcome: "likely" })}>{t("preview.look")}</LinkButton>
              {run.undecidedNew > 0 && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="back" value={here} />
                  <Button name="intent" value={importIntents.chooseRest}>
                    {t(run.undecidedNew < run.undecided ? "preview.restNew" : "preview.allNew")}
                  </Button>
                </Form>
              )}
            </>
          }
        >
          {t("preview.undecided", { count: run.undecided })}
        </Banner>
      )}
    </>
  );
}

function Start({ run, isPasswordMissing }: { run: Import; isPasswordMissing: boolean }) {
  const { t } = useTranslation("import");
  const count = countRowsToWrite(run);
  const mayBeNew = run.outcomes.new + run.outcomes.likely > 0;
  const policies = run.hasPasswords ? (["file", "generated", "none"] as const) : (["none", "generated"] as const);
  // If the file has no passwords, the user must choose explicitly, so that no account is left without a password by accident.
  const asks = mayBeNew && !run.hasPasswords;
  return (
    <Card title={t("start.title")} id="start">
      <Form method="post" className="space-y-4">
        {asks && <input type="hidden" name="asks" value="1" />}
        {(mayBeNew || run.hasPasswords) && (
          <ChoiceGroup
            label={t("start.passwords")}
            hint={asks && run.columns.includes("password") ? t("start.noneInFile") : undefined}
            errors={asks && isPasswordMissing ? t("start.choose") : null}
          >
            {policies.map((policy) => (
              <Radio
                key={policy}
                name="passwords"
                value={policy}
                label={t(`start.${policy}`)}
                hint={t(`start.${policy}Hint`)}
                required={asks}
                defaultChecked={policy === "file"}
              />
            ))}
          </ChoiceGroup>
        )}
        <div className="flex flex-wrap gap-3">
          {count > 0 && (
            <Button variant="primary" icon={Upload} name="intent" value={importIntents.start}>
              {t("start.submit", { count })}
            </Button>
          )}
          {isOfferedByImport(run, "cancel") && (
            <Button variant="quiet" name="intent" value={importIntents.cancel} formNoValidate>
              {t("start.discard")}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
