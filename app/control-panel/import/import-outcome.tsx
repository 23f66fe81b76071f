import { useTranslation } from "react-i18next";
import type { Import } from "~/services/contracts/imports";
import { useMoment } from "~/shell/moment";
import { Banner } from "~/ui/banner";
import { Button, buttonClasses } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Download, Undo2 } from "~/ui/icons";
import { importIntents, isOffered } from "./import-intents";
import { rowsOf } from "./row-filters";

/** What came of an import in words; nothing before it. */
export function Outcome({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  const { results, undo } = run;
  const written = results.created + results.changed;
  const left = rowsOf(run) - written - run.outcomes.unchanged;
  if (run.state === "discarded") return <Banner type="info">{t("done.discarded")}</Banner>;
  if (run.state === "undone") {
    return (
      <Banner
        type={undo.kept + undo.failed > 0 ? "warning" : "success"}
        title={t("done.undone", { count: undo.restored })}
      >
        {undo.kept > 0 && t("done.kept", { count: undo.kept })}
      </Banner>
    );
  }
  if (run.state !== "imported" && run.state !== "stopped") return null;
  const title = written === 0 ? t("done.none") : t("done.title", { count: written });
  return (
    <Banner
      type={run.state === "stopped" || left > 0 ? "warning" : "success"}
      title={run.state === "stopped" ? t("done.stopped", { count: written }) : title}
    >
      {run.error !== null && <p>{t("done.broke")}</p>}
      {left > 0 && <p>{t("done.left", { count: left })}</p>}
    </Banner>
  );
}

export function Corrections({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  if (!isOffered(run, "corrections")) return null;
  return (
    <Card title={t("corrections.title")}>
      <p className="mb-4 text-ink-soft">{t("corrections.text")}</p>
      <DownloadLink href={`/controlpanel/import/${run.id}/corrections`} text={t("corrections.fetch")} />
    </Card>
  );
}

export function Slips({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  const say = useMoment();
  if (!run.slips || !isOffered(run, "slips")) return null;
  return (
    <Card title={t("slips.title")}>
      <p className="mb-4 text-ink-soft">{t("slips.text", { until: say(run.expiresAt) })}</p>
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

export function UndoCard({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  const say = useMoment();
  if (!isOffered(run, "undo")) return null;
  return (
    <Card title={t("undo.title")}>
      <p className="mb-4 text-ink-soft">{t("undo.text", { until: say(run.expiresAt) })}</p>
      <Form method="post">
        <Button variant="danger" icon={Undo2} name="intent" value={importIntents.undo}>
          {t("undo.submit")}
        </Button>
      </Form>
    </Card>
  );
}
