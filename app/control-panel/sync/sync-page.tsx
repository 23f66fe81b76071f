import { Link, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { StaleBanner } from "~/control-panel/forms/stale-banner";
import type { Sync } from "~/services/contracts/sync";
import { useMoment } from "~/shell/moment";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Switch } from "~/ui/choice";
import { Disclosure } from "~/ui/disclosure";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Plus, RotateCw, Save, Search } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { SelectField } from "~/ui/select";
import { EmptyState } from "~/ui/states";
import { idsOf, schoolField } from "./school-fields";
import { newSource, schoolSearchField, settingsIntents, sourceHref, syncHref } from "./sync-intents";
import type { MapResult, SyncPageData } from "./sync-page.server";
import { JobStateBadge } from "./sync-parts";

/** Where an organisation's people come from. */
export function SyncPage(props: SyncPageData) {
  const { organization, organizations, syncs } = props;
  const { t } = useTranslation("sync");
  const { t: tellPanel } = useTranslation("control-panel");
  return (
    <div className="space-y-6">
      <PageHeader
        crumbs={[
          { label: tellPanel("nav.organizations"), to: "/controlpanel/organizations" },
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
      <SchoolChoice {...{ organization, organizations }} />
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
      <Schools {...props} />
    </div>
  );
}

function SchoolChoice({ organization, organizations }: Pick<SyncPageData, "organization" | "organizations">) {
  const { t } = useTranslation("sync");
  const isAmong = organizations.some(({ id }) => id === organization.id);
  if (isAmong && organizations.length === 1) return <p className="font-semibold">{organization.name}</p>;
  const all = isAmong ? organizations : [organization, ...organizations];
  return (
    <Form method="get" action="/controlpanel/sync" className="flex max-w-2xl flex-wrap items-end gap-3">
      <SelectField
        key={organization.id}
        label={t("organization")}
        name="organization"
        defaultValue={organization.id}
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
        className="min-w-0 flex-1 basis-60"
      />
      <Button>{t("choose")}</Button>
    </Form>
  );
}

function Source({ sync, organization }: { sync: Sync; organization: string }) {
  const { t } = useTranslation("sync");
  const say = useMoment();
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
          {lastJob ? t("lastRun", { when: say(lastJob.createdAt) }) : t("neverRun")}
        </p>
      </div>
      {lastJob && <JobStateBadge state={lastJob.state} />}
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

/** One setting that is on or off: each is saved by itself, as the service takes them. */
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

/** Which school of ours the source means by which id. */
function Schools(props: SyncPageData) {
  const { organization, schools, settings, schoolSearch } = props;
  const { t } = useTranslation("sync");
  const actionData = useActionData<MapResult>();
  const result = actionData && "stale" in actionData ? actionData : null;
  const stored = Object.fromEntries(schools.map(({ id }) => [schoolField(id), idsOf(settings, id)]));
  const isOpen = result !== null || schoolSearch !== "";
  return (
    <Disclosure title={t("schools.title")} key={isOpen ? "open" : "stored"} open={isOpen}>
      <p className="mb-4 max-w-[70ch] text-ink-soft">{t("schools.text")}</p>
      <SchoolSearch {...props} />
      {schools.length > 0 && (
        <Form
          method="post"
          // With what was searched for: the page that says that somebody was faster shows the same schools.
          action={`${syncHref(organization.id)}&${new URLSearchParams({ [schoolSearchField]: schoolSearch })}`}
          className="max-w-2xl space-y-4"
          key={`${result?.stale.version ?? settings.revision} ${schoolSearch}`}
        >
          {result && (
            <StaleBanner
              title={t("stale.schools")}
              changes={result.stale.changes.map(({ field, ...change }) => ({
                ...change,
                label: schools.find(({ id }) => schoolField(id) === field)?.name ?? field,
              }))}
            />
          )}
          <input type="hidden" name="revision" value={result?.stale.version ?? settings.revision} />
          <input type="hidden" name="read" value={result?.stale.read ?? JSON.stringify(stored)} />
          {schools.map(({ id, name }) => (
            <TextField
              key={id}
              name={schoolField(id)}
              label={name}
              defaultValue={result?.values[schoolField(id)] ?? stored[schoolField(id)] ?? ""}
            />
          ))}
          <Button icon={Save} name="intent" value={settingsIntents.schools}>
            {t("schools.save")}
          </Button>
        </Form>
      )}
    </Disclosure>
  );
}

/** Where there are more schools than the form holds. */
function SchoolSearch({ organization, schools, hasMoreSchools, schoolSearch }: SyncPageData) {
  const { t } = useTranslation("sync");
  const { t: tellPanel } = useTranslation("control-panel");
  if (!hasMoreSchools && schoolSearch === "") return null;
  return (
    <Form method="get" action="/controlpanel/sync" className="mb-4 max-w-2xl" key={schoolSearch}>
      <input type="hidden" name="organization" value={organization.id} />
      <div className="flex items-end gap-2">
        <TextField
          label={tellPanel("choices.search", { label: t("schools.title") })}
          hideLabel
          name={schoolSearchField}
          type="search"
          icon={Search}
          defaultValue={schoolSearch}
          placeholder={tellPanel("choices.byName")}
          maxLength={200}
          autoComplete="off"
          className="min-w-0 flex-1"
        />
        <Button>{tellPanel("list.searchButton")}</Button>
      </div>
      {schoolSearch !== "" && (
        <p role="status" className="mt-1 text-14 text-ink-soft">
          {tellPanel("choices.found", { count: schools.length })}
        </p>
      )}
      {hasMoreSchools && <p className="mt-1 text-14 text-ink-soft">{tellPanel("choices.more")}</p>}
    </Form>
  );
}
