import { useTranslation } from "react-i18next";
import { sayReasons } from "~/session/reasons";
import { HomeLayout } from "~/shell/home-layout";
import { ThemeSwitch } from "~/shell/theme-switch";
import { Button, buttonClasses } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceGroup, Radio, Switch } from "~/ui/choice";
import { DraftBack } from "~/ui/draft-back";
import { Form } from "~/ui/form";
import { comesBackField } from "~/ui/form-owner";
import { Icon } from "~/ui/icon";
import { Download, Save } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { SelectField } from "~/ui/select";
import { intents, rates, volumes } from "./choices";
import { LinksCard } from "./links-card";
import type { SettingsAnswer, SettingsPage as SettingsPageData } from "./settings.server";

type SettingsPageProps = { page: SettingsPageData; answer: SettingsAnswer | null };

/** What holds for the services. Language, password and sign-in are on the profile. Rulings, "Who and where". */
export function SettingsPage({ page, answer }: SettingsPageProps) {
  const { t } = useTranslation("settings");
  const links = page.links && <LinksCard card={page.links} />;
  // What waits for one more press where there is no script stands on top.
  const isWaiting = page.links !== null && page.links.removal !== null;
  return (
    <HomeLayout>
      <div className="mx-auto max-w-2xl">
        <PageHeader title={t("title")} intro={t("intro")} />
        <div className="flex flex-col gap-6">
          {page.isDraft && <DraftBack />}
          {isWaiting && links}
          <Card>
            <ThemeSwitch returnTo="/settings" />
          </Card>
          {page.reader && <Reading reader={{ ...page.reader, ...answer?.chosen }} errors={answer?.errors ?? {}} />}
          {page.reader && <Notices confirmations={page.confirmations} />}
          {!isWaiting && links}
          {page.mayExport && <OwnData />}
        </div>
      </div>
    </HomeLayout>
  );
}

type ReadingProps = { reader: NonNullable<SettingsPageData["reader"]>; errors: SettingsAnswer["errors"] };

function Reading({ reader, errors }: ReadingProps) {
  const { t, i18n } = useTranslation("settings");
  const { t: ofSession } = useTranslation("session");
  const errorsOf = (field: string) => sayReasons(ofSession, errors[field]);
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" });
  const options = (values: readonly number[]) =>
    values.map((value) => ({ value: String(value), label: percent.format(value / 100) }));
  return (
    <Card title={t("reading.title")}>
      <p className="mb-4 text-ink-soft">{t("reading.text")}</p>
      <Form method="post" className="flex flex-col gap-5">
        <input type="hidden" name="intent" value={intents.reader} />
        <input type="hidden" name={comesBackField} value="on" />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="rate"
            label={t("reading.rate")}
            errors={errorsOf("rate")}
            options={options(rates)}
            defaultValue={String(reader.ratePercent)}
          />
          <SelectField
            name="volume"
            label={t("reading.volume")}
            errors={errorsOf("volume")}
            options={options(volumes)}
            defaultValue={String(reader.volumePercent)}
          />
        </div>
        <Switch
          name="highlight"
          label={t("reading.highlight")}
          hint={t("reading.highlightHint")}
          defaultChecked={reader.highlight}
        />
        <Switch
          name="autoPageTurn"
          label={t("reading.autoPageTurn")}
          hint={t("reading.autoPageTurnHint")}
          defaultChecked={reader.autoPageTurn}
        />
        <ChoiceGroup label={t("reading.theme")} errors={errorsOf("theme")}>
          <div className="flex flex-wrap gap-x-6">
            {(["page", "light", "dark"] as const).map((theme) => (
              <Radio
                key={theme}
                name="theme"
                value={theme}
                label={t(`reading.themes.${theme}`)}
                defaultChecked={reader.theme === theme}
              />
            ))}
          </div>
        </ChoiceGroup>
        <div>
          <Button variant="primary" icon={Save}>
            {t("reading.save")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Notices({ confirmations }: { confirmations: boolean }) {
  const { t } = useTranslation("settings");
  return (
    <Card title={t("notices.title")}>
      <Form method="post" className="flex flex-col gap-5">
        <input type="hidden" name="intent" value={intents.notices} />
        <input type="hidden" name={comesBackField} value="on" />
        <Switch
          name="confirmations"
          label={t("notices.confirmations")}
          hint={t("notices.hint")}
          defaultChecked={confirmations}
        />
        <div>
          <Button icon={Save}>{t("notices.save")}</Button>
        </div>
      </Form>
    </Card>
  );
}

function OwnData() {
  const { t } = useTranslation("settings");
  return (
    <Card title={t("data.title")}>
      <p className="mb-4 text-ink-soft">{t("data.text")}</p>
      <a href="/settings/export" className={buttonClasses({})}>
        <Icon of={Download} />
        {t("data.download")}
      </a>
    </Card>
  );
}
