import { useTranslation } from "react-i18next";
import { formatReason } from "~/forms/messages";
import { type Import, retainedGroupReasons } from "~/services/contracts/import-entity";
import { useMoment } from "~/shell/moment";
import { Banner } from "~/ui/banner";
import { Button, buttonClasses, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Download, RotateCw, Undo2 } from "~/ui/icons";
import { hasPasswordsToRetype, importIntents, isOfferedByImport } from "./import-intents";
import { countRowsOfFile } from "./row-filters";

/** Result of an import as a banner; nothing before the import. */
export function ImportOutcome({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  const { results, undo } = run;
  const applied = results.created + results.changed;
  const left = countRowsOfFile(run) - applied - run.outcomes.unchanged;
  if (run.state === "discarded") return <Banner type="info">{t("done.discarded")}</Banner>;
  if (run.state === "undone") return <Undone run={run} />;
  if (run.state !== "imported" && run.state !== "stopped") return null;
  // An undo was interrupted after the import.
  if (undo.restored + undo.kept + undo.failed > 0) {
    return (
      <Banner type="warning" title={t("done.undoBroke")}>
        {t("done.undone", { count: undo.restored })}
      </Banner>
    );
  }
  const title = applied === 0 ? t("done.none") : t("done.title", { count: applied });
  return (
    <Banner
      type={run.state === "stopped" || left > 0 ? "warning" : "success"}
      title={run.state === "stopped" ? t("done.stopped", { count: applied }) : title}
    >
      {run.error !== null && <p>{t(run.error === "unprinted" ? "done.unprinted" : "done.broke")}</p>}
      {left > 0 && <p>{t("done.left", { count: left })}</p>}
    </Banner>
  );
}

/** Number of restored people, then the people and classes that were not restored, with reasons. */
function Undone({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  const { t: tPanel } = useTranslation("control-panel");
  const { undo, keptPeople, undoneGroups } = run;
  const remainingGroups = undoneGroups?.kept ?? [];
  const removed = undoneGroups?.removed ?? [];
  const isWhole = undo.kept + undo.failed + remainingGroups.length === 0;
  const some = useSomeNames();
  return (
    <Banner
      type={isWhole ? "success" : "warning"}
      title={t("done.undone", { count: undo.restored })}
      actions={
        isOfferedByImport(run, "undo") && (
          <Form method="post">
            <Button icon={RotateCw} name="intent" value={importIntents.undo}>
              {t("undo.again")}
            </Button>
          </Form>
        )
      }
    >
      <div className="wrap-anywhere space-y-2">
        {undo.kept > 0 && (
          <>
            <p>{t("done.retained", { count: undo.kept })}</p>
            <ul className="list-disc ps-5">
              {keptPeople.map(({ name, reason }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names can be equal, and the list does not change
                <li key={index}>{t("done.retainedWhy", { name, reason: formatReason(tPanel, reason) })}</li>
              ))}
              {keptPeople.length < undo.kept && <li>{t("preview.more")}</li>}
            </ul>
          </>
        )}
        {undo.failed > 0 && <p>{t("done.undoFailed", { count: undo.failed })}</p>}
        {removed.length > 0 && <p>{t("done.groupsRemoved", { count: removed.length, names: some(removed) })}</p>}
        {retainedGroupReasons.map((reason) => {
          const names = remainingGroups.filter((group) => group.reason === reason).map(({ name }) => name);
          if (names.length === 0) return null;
          return <p key={reason}>{t(`done.retainedGroups.${reason}`, { count: names.length, names: some(names) })}</p>;
        })}
      </div>
    </Banner>
  );
}

/** Maximum number of names in a sentence. */
const maxNames = 12;

function useSomeNames(): (names: readonly string[]) => string {
  const { t } = useTranslation("import");
  return (names) => {
    const listed = names.slice(0, maxNames).join(", ");
    return names.length > maxNames ? t("done.andMore", { names: listed }) : listed;
  };
}

export function Corrections({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  if (!isOfferedByImport(run, "corrections")) return null;
  return (
    <Card title={t("corrections.title")}>
      <p className="mb-4 text-ink-soft">{t("corrections.text")}</p>
      {hasPasswordsToRetype(run) && <p className="mb-4 text-ink-soft">{t("corrections.passwords")}</p>}
      <DownloadLink href={`/controlpanel/import/${run.id}/corrections`} text={t("corrections.fetch")} />
    </Card>
  );
}

export function Slips({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  const formatMoment = useMoment({ isZoneNamed: false });
  if (!run.slips || !isOfferedByImport(run, "slips")) return null;
  return (
    <Card title={t("slips.title")}>
      <p className="mb-4 text-ink-soft">{t("slips.text", { until: formatMoment(run.expiresAt) })}</p>
      <DownloadLink href={`/controlpanel/import/${run.id}/slips`} text={t("slips.fetch")} />
    </Card>
  );
}

function DownloadLink({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} download className={buttonClasses({ variant: "secondary" })}>
      <Icon of={Download} />
      {text}
    </a>
  );
}

/** Shows what an undo would change before it can be started. */
export function UndoCard({ run, isConfirming }: { run: Import; isConfirming: boolean }) {
  const { t } = useTranslation("import");
  const formatMoment = useMoment({ isZoneNamed: false });
  const { toUndo } = run;
  // A failed undo is retried in the result banner instead.
  if (!isOfferedByImport(run, "undo") || !toUndo || run.state === "undone") return null;
  if (!isConfirming) {
    return (
      <Card title={t("undo.title")} id="undo">
        <p className="mb-4 text-ink-soft">{t("undo.text", { until: formatMoment(run.expiresAt) })}</p>
        <LinkButton to="?ask=undo#undo" icon={Undo2}>
          {t("undo.look")}
        </LinkButton>
      </Card>
    );
  }
  return (
    <Card title={t("undo.question")} id="undo">
      <ul className="mb-4 list-disc space-y-1 ps-5">
        {(["deleted", "restored", "retained", "groups"] as const).map(
          (part) => toUndo[part] > 0 && <li key={part}>{t(`undo.parts.${part}`, { count: toUndo[part] })}</li>,
        )}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Form method="post">
          <Button variant="danger" icon={Undo2} name="intent" value={importIntents.undo}>
            {t("undo.submit")}
          </Button>
        </Form>
        <LinkButton to={`/controlpanel/import/${run.id}`} variant="quiet">
          {t("undo.leave")}
        </LinkButton>
      </div>
    </Card>
  );
}
