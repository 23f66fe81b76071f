import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SchoolChoice } from "~/control-panel/forms/school-choice";
import type { Sync } from "~/services/contracts/sync";
import { useMoment } from "~/shell/moment";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Switch } from "~/ui/choice";
import { Form } from "~/ui/form";
import { Plus, RotateCw, Save } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { EmptyState } from "~/ui/states";
import { SchoolMap } from "./school-map";
import { newSource, settingsIntents, sourceHref, syncHref } from "./sync-intents";
import type { SyncPageData } from "./sync-page.server";
import { SyncStatePill } from "./sync-parts";

/** Roster sync of an organisation: settings and sources. */
export function SyncPage(props: SyncPageData) {
  const { organization, organizations, choices, syncs } = props;
  const { t } = useTranslation("sync");
  const { t: tPanel } = useTranslation("control-panel");
  return (
    <div className="space-y-6">
      <PageHeader
        crumbs={[
          { label: tPanel("nav.organizations"), to: "/controlpanel/organizations" },
          { label: organization.name, to: `/controlpanel/organizations/${organization.id}` },
        ]}
        title={t("title")}
        intro={t("intro")}
        actions={
          <LinkButton to={sourceHref(organization.id, newSource)} variant="primary" icon={Plus}>
            {t("add")}
          </LinkButton>
        }
      />
      <SchoolChoice
        {...{ organization, organizations, choices }}
        page="/controlpanel/sync"
        label={t("organization")}
        submit={t("choose")}
        only={organization.name}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <section className="space-y-3">
          <h2 className="text-22">{t("sources")}</h2>
          {syncs.length === 0 ? (
            <EmptyState title={t("emptyTitle")} icon={RotateCw}>
              {t("emptyText")}
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line rounded-cover border border-line bg-raised" aria-label={t("sources")}>
              {syncs.map((sync) => (
                <Source key={sync.syncId} sync={sync} organization={organization.id} />
              ))}
            </ul>
          )}
        </section>
        <Settings {...props} />
      </div>
      <SchoolMap {...props} />
    </div>
  );
}

function Source({ sync, organization }: { sync: Sync; organization: string }) {
  const { t } = useTranslation("sync");
  const formatMoment = useMoment();
  const { lastJob } = sync;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">
          <Link to={sourceHref(organization, sync.syncId)} className="text-primary underline">
            {sync.name}
          </Link>
        </p>
        <p className="wrap-anywhere text-14 text-ink-soft">
          {t(`types.${sync.address === null ? "file" : sync.type}`)}
          {sync.address && ` · ${sync.address}`}
        </p>
        <p className="text-14 text-ink-soft">
          {lastJob ? t("lastRun", { when: formatMoment(lastJob.createdAt) }) : t("neverRun")}
        </p>
      </div>
      {lastJob && <SyncStatePill state={lastJob.state} />}
    </li>
  );
}

function Settings({ organization, settings }: SyncPageData) {
  const { t } = useTranslation("sync");
  const to = syncHref(organization.id);
  const { revision } = settings;
  return (
    <Card title={t("settings.title")}>
      <div className="space-y-5" key={JSON.stringify(settings)}>
        <SettingForm {...{ to, revision }} name="active" isOn={settings.active} intent={settingsIntents.active} />
        <SettingForm {...{ to, revision }} name="dryRun" isOn={settings.dryRun} intent={settingsIntents.dryRun} />
      </div>
    </Card>
  );
}

const saveTexts = { active: "settings.saveActive", dryRun: "settings.saveDryRun" } as const;

type SettingFormProps = { to: string; name: keyof typeof saveTexts; isOn: boolean; intent: string; revision: number };

/** One switch; each is saved separately, as the service requires. */
function SettingForm({ to, name, isOn, intent, revision }: SettingFormProps) {
  const { t } = useTranslation("sync");
  return (
    <Form method="post" action={to} className="space-y-3">
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="read" value={String(isOn)} />
      <Switch name={name} label={t(`settings.${name}`)} hint={t(`settings.${name}Hint`)} defaultChecked={isOn} />
      <Button size="small" icon={Save} name="intent" value={intent}>
        {t(saveTexts[name])}
      </Button>
    </Form>
  );
}
