import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ConfirmationField } from "~/control-panel/forms/confirmation-field";
import { StaleBanner } from "~/control-panel/forms/stale-banner";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { EditFormFields, NewFormFields } from "~/forms/hidden-fields";
import { formatReason, formatReasons } from "~/forms/messages";
import type { StaleVersion } from "~/forms/stale-version";
import type { SubscriptionPeriod } from "~/services/contracts/subscription-periods";
import { useCalendarDay } from "~/shell/moment";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/choice";
import { DraftBack } from "~/ui/draft-back";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Plus, Save, Trash2 } from "~/ui/icons";
import { SelectField } from "~/ui/select";
import { type PeriodFieldName, periodFieldNames, periodIntents } from "./period-intents";

/** Forms for super users to add, change and delete a subscription period. */

type Result = SubmissionResult<string[]> | null;

const formId = "period";

type NewPeriodProps = {
  types: string[];
  today: string;
  idempotencyKey: string;
  draft: Record<string, string> | null;
  result: Result;
};

export function NewPeriodForm({ types, today, idempotencyKey, draft, result }: NewPeriodProps) {
  const { t } = useTranslation("control-panel");
  const defaults = { type: types[0] ?? "", start: today, end: "", ...draft };
  return (
    <Card title={t("periods.new")}>
      <PeriodForm types={types} defaults={defaults} result={result}>
        <NewFormFields idempotencyKey={idempotencyKey} />
        {draft && <DraftBack />}
        <Checkbox name="trial" label={t("periods.trial")} hint={t("periods.trialHint")} />
        <div>
          <Button variant="primary" icon={Plus} name="intent" value={periodIntents.add}>
            {t("periods.add")}
          </Button>
        </div>
      </PeriodForm>
    </Card>
  );
}

type ChangePeriodProps = {
  period: SubscriptionPeriod;
  types: string[];
  /** URL of the page without the form. */
  backTo: string;
  draft: Record<string, string> | null;
  result: Result;
  stale: StaleVersion<PeriodFieldName> | undefined;
};

export function ChangePeriodForm({ period, types, backTo, draft, result, stale }: ChangePeriodProps) {
  const { t } = useTranslation("control-panel");
  const day = useCalendarDay();
  const { type, start, end, legacyId, version } = period;
  const stored = { type, start, end: end ?? "" };
  const formatField = (field: PeriodFieldName, value: string) => {
    if (field === "type") return t(`periods.types.${value}`, { defaultValue: value });
    return value ? day(value) : t("periods.noEnd");
  };
  const changes = stale?.changes.map(({ field, theirs, mine }) => ({
    label: t(`periods.${field}`),
    theirs: formatField(field, theirs),
    mine: mine === null ? null : formatField(field, mine),
  }));
  return (
    <Card title={t("periods.changeTitle")}>
      <PeriodForm
        types={types}
        defaults={{ ...stored, ...draft }}
        result={result}
        banner={changes && <StaleBanner title={t("periods.stale")} changes={changes} page={`?change=${legacyId}`} />}
      >
        {draft && <DraftBack />}
        <EditFormFields version={version} stored={stored} stale={stale} lastResult={result} draft={draft} />
        <input type="hidden" name="legacyId" value={legacyId} />
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" icon={Save} name="intent" value={periodIntents.save}>
            {t("periods.save")}
          </Button>
          <LinkButton to={backTo} variant="quiet">
            {t("form.cancel")}
          </LinkButton>
        </div>
      </PeriodForm>
    </Card>
  );
}

type DeletionProps = {
  period: SubscriptionPeriod;
  /** Display name of the period: type and dates. */
  name: string;
  result: FormResult | undefined;
};

/** Deletion needs confirmation, since it may end somebody's access to books. */
export function PeriodDeletion({ period, name, result }: DeletionProps) {
  const { t } = useTranslation("control-panel");
  const { legacyId } = period;
  return (
    <Card title={t("periods.remove")} id="deletion">
      <Form method="post" action={`?change=${legacyId}#deletion`} className="space-y-3">
        <input type="hidden" name="legacyId" value={legacyId} />
        <ConfirmationField label={t("deletion.sure", { name })} result={result} intent={periodIntents.remove} />
        <Button variant="danger" icon={Trash2} name="intent" value={periodIntents.remove}>
          {t("periods.remove")}
        </Button>
      </Form>
    </Card>
  );
}

type PeriodFormProps = {
  types: string[];
  defaults: FormValues;
  result: Result;
  /** Above the fields. */
  banner?: React.ReactNode;
  children: React.ReactNode;
};

function PeriodForm({ types, defaults, result, banner, children }: PeriodFormProps) {
  const { t } = useTranslation("control-panel");
  const { pathname, search } = useLocation();
  const [form, fields] = useForm<FormValues>({ id: formId, lastResult: result, defaultValue: defaults });
  const label = (name: string) => t(`periods.${name}`);
  const field = (name: PeriodFieldName) => ({
    ...fieldProps(fields[name], (reasons) => formatReasons(t, reasons)),
    label: label(name),
  });
  return (
    // The fragment scrolls to the errors without script: the form stands below the list.
    <Form method="post" action={`${pathname}${search}#${formId}`} {...getFormProps(form)} className="space-y-5">
      <FormErrors
        formId={formId}
        lastResult={result}
        fields={periodFieldNames}
        labelOf={(name) => (name === "trial" ? t("periods.trial") : label(name))}
        formatReason={(reason) => formatReason(t, reason)}
      />
      {banner}
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <SelectField
          {...field("type")}
          options={types.map((type) => ({ value: type, label: t(`periods.types.${type}`, { defaultValue: type }) }))}
        />
        <TextField {...field("start")} type="date" />
        <TextField {...field("end")} type="date" optional />
      </div>
      {children}
    </Form>
  );
}
