import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import { useActionData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { StaleBanner } from "~/control-panel/forms/stale-banner";
import { FocusedResult } from "~/control-panel/frame/focused-result";
import { editFormKey } from "~/forms/edit-form-key";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps, resultFor } from "~/forms/form-result";
import { VersionFields } from "~/forms/hidden-fields";
import { formatReason, formatReasons } from "~/forms/messages";
import { type SyncCheck, syncTypes, syncVersions } from "~/services/contracts/sync";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Disclosure } from "~/ui/disclosure";
import { PasswordField, TextField } from "~/ui/field";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { Check, RotateCw, Save, Trash2, Upload } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { SelectField } from "~/ui/select";
import { type SourceField, sourceFieldNames, sourceTexts } from "./source-fields";
import type { CheckResult, SourcePageData, UploadProblem } from "./source-page.server";
import { newSource, sourceHref, sourceIntents, syncHref } from "./sync-intents";
import { Jobs, useLogText } from "./sync-parts";

const settingsId = "settings";

/** One source: settings, a manual run, and earlier runs. */
export function SourcePage(props: SourcePageData) {
  const { organization, sync, jobs } = props;
  const { t } = useTranslation("sync");
  const actionData = useActionData<FormResult<SourceField> | UploadProblem | CheckResult>();
  const result = actionData && "lastResult" in actionData ? actionData : undefined;
  const problem = actionData && "problem" in actionData ? actionData.problem : null;
  const check = actionData && "check" in actionData ? actionData.check : null;
  return (
    <div className="space-y-6">
      <PageHeader
        crumbs={[{ label: t("title"), to: syncHref(organization.id) }]}
        title={sync?.name ?? t("source.new")}
        intro={organization.name}
      />
      {sync && <Run {...props} {...{ problem, check }} />}
      {sync ? (
        <Disclosure
          title={t("source.settings")}
          id={settingsId}
          className="scroll-mt-20"
          key={`${editFormKey(sync.revision, result, "revision")} ${result ? "wrong" : ""}`}
          open={Boolean(result)}
        >
          <SourceForm {...props} result={result} />
        </Disclosure>
      ) : (
        <SourceForm {...props} result={result} />
      )}
      {sync && (
        <section className="space-y-3">
          <h2 className="text-22">{t("jobs.title")}</h2>
          {jobs === null ? (
            <Banner type="error">{t("errors.jobs")}</Banner>
          ) : (
            <Jobs
              {...{ jobs, page: props.page, total: props.total, perPage: props.perPage }}
              hrefOf={(page) => `${sourceHref(organization.id, sync.syncId)}?page=${page}`}
            />
          )}
        </section>
      )}
      {sync && <Remove />}
    </div>
  );
}

type RunProps = SourcePageData & { problem: UploadProblem["problem"] | null; check: SyncCheck | null };

function Run({ organization, sync, size, problem, check }: RunProps) {
  const { t } = useTranslation("sync");
  const isBusy = useNavigation().state === "submitting";
  if (!sync) return null;
  if (sync.address !== null) {
    return (
      <Card title={t("run.title")}>
        <p className="mb-4 max-w-[70ch] text-ink-soft">{t("run.text")}</p>
        {check && <Checked check={check} />}
        <Form method="post" className="flex flex-wrap gap-3">
          <Button variant="primary" icon={RotateCw} busy={isBusy} name="intent" value={sourceIntents.run}>
            {t("run.submit")}
          </Button>
          <Button icon={Check} name="intent" value={sourceIntents.check}>
            {t("check.submit")}
          </Button>
        </Form>
      </Card>
    );
  }
  return (
    <Card title={t("upload.title")}>
      <p className="mb-4 max-w-[70ch] text-ink-soft">{t("upload.text")}</p>
      <Form
        method="post"
        action={sourceHref(organization.id, sync.syncId)}
        encType="multipart/form-data"
        className="grid max-w-2xl gap-4"
      >
        <FileField
          label={t("upload.file")}
          hint={t("upload.hint", { size })}
          errors={problem && !isBusy ? t(`upload.${problem}`) : null}
          name="file"
          accept=".zip,application/zip"
        />
        <div>
          <Button variant="primary" icon={Upload} busy={isBusy}>
            {t("upload.submit")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** Maximum number of school names shown after a connection check. */
const maxSchools = 10;

/** Result of a connection check: the error, or version and schools. */
function Checked({ check: { problem, version, schools } }: { check: SyncCheck }) {
  const { t } = useTranslation("sync");
  const formatLog = useLogText();
  const names = schools.slice(0, maxSchools).join(", ") + (schools.length > maxSchools ? " …" : "");
  return (
    <div className="mb-4">
      <FocusedResult>
        {problem ? (
          <Banner type="error" title={t("check.failed")}>
            {formatLog(problem.code, problem.values)}
          </Banner>
        ) : (
          <Banner type="success" title={t("check.works")}>
            {version && <p>{t("check.version", { version })}</p>}
            <p>{schools.length > 0 ? t("check.schools", { names }) : t("check.noSchools")}</p>
          </Banner>
        )}
      </FocusedResult>
    </div>
  );
}

function SourceForm({
  organization,
  sync,
  syncId,
  defaultType,
  result,
}: SourcePageData & { result: FormResult<SourceField> | undefined }) {
  const { t } = useTranslation("sync");
  const { t: tPanel } = useTranslation("control-panel");
  const stored = sync && sourceTexts(sync);
  const stale = result?.intent === sourceIntents.save ? result.stale : undefined;
  const lastResult = resultFor(result, sourceIntents.save);
  const [form, fields] = useForm<FormValues>({
    id: "source",
    lastResult,
    defaultValue: stored ?? { type: defaultType },
  });
  const formatField = (name: SourceField, text: string) => {
    if (name === "version") return text || t("fields.versionFound");
    return name === "type" ? t(`types.${text}`) : text;
  };
  return (
    <Form
      method="post"
      // Without script the page is loaded anew: the fragment scrolls back to the form, which is below the run.
      action={
        sync ? `${sourceHref(organization.id, sync.syncId)}#${settingsId}` : sourceHref(organization.id, newSource)
      }
      {...getFormProps(form)}
      className="max-w-3xl space-y-4"
    >
      <input type="hidden" name="syncId" value={syncId} />
      {sync && stored && (
        <VersionFields versionName="revision" version={sync.revision} {...{ stored, stale, lastResult }} draft={null} />
      )}
      {stale && (
        <StaleBanner
          title={t("stale.source")}
          changes={stale.changes.map(({ field: name, theirs, mine }) => ({
            label: t(`fields.${name}`),
            theirs: formatField(name, theirs),
            mine: mine === null ? null : formatField(name, mine),
          }))}
        />
      )}
      <FormErrors
        formId="source"
        lastResult={lastResult}
        fields={sourceFieldNames}
        labelOf={(name) => t(`fields.${name}`)}
        formatReason={(reason) => formatReason(tPanel, reason)}
      />
      <SourceFields
        fields={fields}
        hasSecret={sync?.hasSecret ?? false}
        formatVersion={(version) => formatField("version", version)}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" icon={Save} name="intent" value={sourceIntents.save}>
          {t("source.save")}
        </Button>
        <LinkButton to={syncHref(organization.id)} variant="quiet">
          {t("source.cancel")}
        </LinkButton>
      </div>
    </Form>
  );
}

type SourceFieldsProps = {
  fields: Record<string, FieldMetadata<unknown> | undefined>;
  /** Whether a secret is stored, which is never sent back. */
  hasSecret: boolean;
  formatVersion: (version: string) => string;
};

function SourceFields({ fields, hasSecret, formatVersion }: SourceFieldsProps) {
  const { t } = useTranslation("sync");
  const { t: tPanel } = useTranslation("control-panel");
  const field = (name: (typeof sourceFieldNames)[number]) => ({
    ...fieldProps(fields[name], (reasons) => formatReasons(tPanel, reasons)),
    label: t(`fields.${name}`),
  });
  const { defaultValue: _, ...secret } = field("secret");
  return (
    <Card>
      {/* Fields of other types are hidden by the choice itself, also without script; a browser that cannot do that shows them all. */}
      <div className="group/source max-w-xl space-y-5">
        <TextField {...field("name")} autoComplete="off" />
        <SelectField
          {...field("type")}
          options={[...syncTypes, "file"].map((type) => ({ value: type, label: t(`types.${type}`) }))}
        />
        <fieldset className="space-y-5 group-has-[option[value=file]:checked]/source:hidden">
          <legend className="font-semibold">{t("fields.httpOnly")}</legend>
          <TextField {...field("address")} type="url" inputMode="url" autoComplete="off" />
          <div className="group-has-[option[value=skolon]:checked]/source:hidden group-has-[option[value=ss12000]:checked]/source:hidden">
            <SelectField
              {...field("version")}
              hint={t("fields.versionHint")}
              options={["", ...syncVersions].map((version) => ({ value: version, label: formatVersion(version) }))}
            />
          </div>
          <TextField {...field("clientId")} hint={t("fields.clientIdHint")} autoComplete="off" optional />
          <TextField {...field("tokenAddress")} type="url" inputMode="url" autoComplete="off" optional />
          <PasswordField
            {...secret}
            hint={t(hasSecret ? "fields.secretStored" : "fields.secretHint")}
            autoComplete="new-password"
            optional
          />
        </fieldset>
      </div>
    </Card>
  );
}

function Remove() {
  const { t } = useTranslation("sync");
  return (
    <Disclosure title={t("source.delete")}>
      <p className="mb-4 max-w-[70ch] text-ink-soft">{t("source.deleteText")}</p>
      <Form method="post">
        <Button variant="danger" icon={Trash2} name="intent" value={sourceIntents.delete}>
          {t("source.delete")}
        </Button>
      </Form>
    </Disclosure>
  );
}
