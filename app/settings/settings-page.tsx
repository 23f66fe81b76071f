import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { type FormResult, type FormValues, fieldProps, resultFor } from "~/forms/form-result";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import { HomeLayout } from "~/shell/home-layout";
import { ThemeSwitch } from "~/shell/theme-switch";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceGroup, Radio, Switch } from "~/ui/choice";
import { DraftBack } from "~/ui/draft-back";
import { Form } from "~/ui/form";
import { restorableField } from "~/ui/form-owner";
import { Save } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { SelectField } from "~/ui/select";
import { rates, settingsPageIntents, volumes } from "./choices";
import { LinksCard } from "./links-card";
import type { SettingsPageData } from "./settings.server";

type SettingsPageProps = { page: SettingsPageData; result: FormResult | null };

/** Settings of the services. Language, password and sign-in are on the profile. docs/product/choices.md#who-and-where. */
export function SettingsPage({ page, result }: SettingsPageProps) {
  const { t } = useTranslation("settings");
  const links = page.links && <LinksCard card={page.links} />;
  // A removal that needs another click without script is shown first.
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
          {page.reader && <Reading reader={page.reader} result={result} />}
          {page.reader && <Notices confirmations={page.confirmations} />}
          {!isWaiting && links}
        </div>
      </div>
    </HomeLayout>
  );
}

type ReadingProps = { reader: NonNullable<SettingsPageData["reader"]>; result: FormResult | null };

function Reading({ reader, result }: ReadingProps) {
  const { t, i18n } = useTranslation("settings");
  const { t: ofSession } = useTranslation("session");
  const [form, fields] = useForm<FormValues>({
    id: settingsPageIntents.reader,
    lastResult: resultFor(result, settingsPageIntents.reader),
    defaultValue: {
      rate: String(reader.ratePercent),
      volume: String(reader.volumePercent),
      highlight: reader.highlight ? "on" : "",
      autoPageTurn: reader.autoPageTurn ? "on" : "",
      theme: reader.theme,
    },
  });
  const field = (name: string) => fieldProps(fields[name], (reasons) => formatSignInReasons(ofSession, reasons));
  /** A submitted value that is not offered is replaced by the stored one. */
  const percentField = (name: string, values: readonly number[], stored: number) => {
    const { defaultValue, ...props } = field(name);
    const isOffered = values.map(String).includes(defaultValue);
    return { ...props, options: options(values), defaultValue: isOffered ? defaultValue : String(stored) };
  };
  const switchField = (name: string) => {
    const { id, defaultValue } = field(name);
    return { id, name, defaultChecked: defaultValue === "on" };
  };
  const themes = ["page", "light", "dark"] as const;
  const theme = themes.find((each) => each === field("theme").defaultValue) ?? reader.theme;
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" });
  const options = (values: readonly number[]) =>
    values.map((value) => ({ value: String(value), label: percent.format(value / 100) }));
  return (
    <Card title={t("reading.title")}>
      <p className="mb-4 text-ink-soft">{t("reading.text")}</p>
      <Form method="post" {...getFormProps(form)} className="flex flex-col gap-5">
        <input type="hidden" name="intent" value={settingsPageIntents.reader} />
        <input type="hidden" name={restorableField} value="on" />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField {...percentField("rate", rates, reader.ratePercent)} label={t("reading.rate")} />
          <SelectField {...percentField("volume", volumes, reader.volumePercent)} label={t("reading.volume")} />
        </div>
        <Switch {...switchField("highlight")} label={t("reading.highlight")} hint={t("reading.highlightHint")} />
        <Switch
          {...switchField("autoPageTurn")}
          label={t("reading.autoPageTurn")}
          hint={t("reading.autoPageTurnHint")}
        />
        <ChoiceGroup label={t("reading.theme")} errors={field("theme").errors}>
          <div className="flex flex-wrap gap-x-6">
            {themes.map((each) => (
              <Radio
                key={each}
                name="theme"
                value={each}
                label={t(`reading.themes.${each}`)}
                defaultChecked={theme === each}
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
        <input type="hidden" name="intent" value={settingsPageIntents.notices} />
        <input type="hidden" name={restorableField} value="on" />
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
