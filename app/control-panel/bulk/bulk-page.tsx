import { useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { StateFields } from "~/control-panel/lists/list-parts";
import { clearSelected } from "~/control-panel/lists/saved-selection";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { ChoiceGroup, Radio } from "~/ui/choice";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { RotateCw, Search, Users } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { SelectField } from "~/ui/select";
import { EmptyState, ErrorState } from "~/ui/states";
import type { BulkFailure, BulkQuestion } from "./bulk.server";

/** Confirmation of a bulk action: what it does, for whom, and what will be lost. */
export function BulkPage({ formKey, ...question }: BulkQuestion & { formKey: string }) {
  const { kind, action, form, count, names, countToType, isTypedWrong, backHref } = question;
  const { t } = useTranslation(["lists", "control-panel"]);
  const navigation = useNavigation();
  const groupErrors = useGroupErrors(question.groupError);
  const typedErrors = isTypedWrong ? [t("confirm.typedWrong", { people: countToType })] : [];
  const isFinal = action === "delete" || action === "deactivate";
  return (
    <div className="max-w-[70ch]">
      <PageHeader title={t(`confirm.${action}.title`, { count })} intro={t(`confirm.${action}.text`)} />
      {action === "delete" && (
        <Banner type="warning" title={t("confirm.lostTitle")}>
          {t("confirm.lostText")}
        </Banner>
      )}
      <p className="my-4">
        {names.join(", ")}
        {count > names.length && ` ${t("confirm.andMore", { count: count - names.length })}`}
      </p>
      <Form
        method="post"
        action={`/controlpanel/${kind}/bulk`}
        className="space-y-6"
        onSubmit={(event) => {
          const { submitter } = event.nativeEvent as SubmitEvent;
          if (submitter?.getAttribute("name") === "confirmed") clearSelected();
        }}
      >
        <ErrorSummary
          key={formKey}
          errors={[...withField("group", groupErrors), ...withField("typedCount", typedErrors)]}
        />
        <Carried form={form} />
        <input type="hidden" name="key" value={formKey} />
        {action === "move" && <GroupFields {...question} errors={groupErrors} />}
        {question.withBadge > 0 && <BadgeChoice withBadge={question.withBadge} renew={form.renew} />}
        {countToType !== null && (
          <TextField
            label={t("confirm.typeCount", { people: countToType })}
            errors={typedErrors}
            id="typedCount"
            name="typedCount"
            defaultValue={form.typedCount}
            maxLength={50}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-sm"
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            name="confirmed"
            value="1"
            variant={isFinal ? "danger" : "primary"}
            busy={navigation.state === "submitting"}
          >
            {t(`confirm.${action}.button`, { count })}
          </Button>
          <LinkButton to={backHref} variant="quiet">
            {t("confirm.back")}
          </LinkButton>
        </div>
      </Form>
    </div>
  );
}

function useGroupErrors(error: BulkQuestion["groupError"]): string[] {
  const { t } = useTranslation(["lists", "control-panel"]);
  return error ? [t(error === "gone" ? "control-panel:messages.gone" : "confirm.groupNeeded")] : [];
}

type GroupFieldsProps = Pick<BulkQuestion, "form" | "groups" | "hasMoreGroups"> & { errors: string[] };

/** Choice of the group to move people to, with a search if there are more than are listed. */
function GroupFields({ form, groups, hasMoreGroups, errors }: GroupFieldsProps) {
  const { t } = useTranslation("lists");
  return (
    <>
      {(hasMoreGroups || form.groupSearch) && (
        <div className="flex items-end gap-2">
          <TextField
            label={t("confirm.findGroup")}
            hint={hasMoreGroups ? t("confirm.moreGroups", { count: groups.length }) : undefined}
            name="groupSearch"
            type="search"
            icon={Search}
            defaultValue={form.groupSearch}
            maxLength={200}
            autoComplete="off"
            className="min-w-0 flex-1"
          />
          <Button>{t("confirm.find")}</Button>
        </div>
      )}
      <SelectField
        key={form.groupSearch}
        label={t("confirm.group")}
        hint={t(groups.length > 0 ? "confirm.groupHint" : "confirm.noGroup")}
        errors={errors}
        id="group"
        name="group"
        placeholder={t("confirm.chooseGroup")}
        options={groups.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </>
  );
}

/** Whether people who have a badge keep it or get a new one. */
function BadgeChoice({ withBadge, renew }: Pick<BulkQuestion, "withBadge"> & { renew: boolean }) {
  const { t } = useTranslation("lists");
  return (
    <ChoiceGroup label={t("confirm.badges.present", { count: withBadge })}>
      <Radio
        name="renew"
        value=""
        defaultChecked={!renew}
        label={t("confirm.badges.again")}
        hint={t("confirm.badges.againHint")}
      />
      <Radio
        name="renew"
        value="1"
        defaultChecked={renew}
        label={t("confirm.badges.renew")}
        hint={t("confirm.badges.renewHint")}
      />
    </ChoiceGroup>
  );
}

const withField = (fieldId: string, messages: string[]) => messages.map((message) => ({ fieldId, message }));

/** Shown if the URL is opened without a form submission, which carries the selection. */
export function NobodyChosen({ backHref }: { backHref: string }) {
  const { t } = useTranslation("lists");
  return (
    <EmptyState
      title={t("bulk.chooseSomebody")}
      icon={Users}
      action={<LinkButton to={backHref}>{t("confirm.back")}</LinkButton>}
    />
  );
}

/** Shown if a service failed: the form can be resubmitted with the same idempotency key, so that a started job is reused. */
export function BulkFailed({ kind, form, backHref, formKey }: BulkFailure & { formKey: string }) {
  const { t } = useTranslation(["lists", "control-panel"]);
  const navigation = useNavigation();
  const { group, groupSearch, typedCount, renew } = form;
  const fields = { group, groupSearch, typedCount, renew: renew ? "1" : "", confirmed: form.confirmed ? "1" : "" };
  return (
    <ErrorState
      title={t("control-panel:messages.somethingWrong")}
      action={
        <Form method="post" action={`/controlpanel/${kind}/bulk`} className="flex flex-wrap justify-center gap-3">
          <Carried form={form} />
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="key" value={form.key || formKey} />
          <Button icon={RotateCw} busy={navigation.state === "submitting"}>
            {t("control-panel:list.retry")}
          </Button>
          <LinkButton to={backHref} variant="quiet">
            {t("confirm.back")}
          </LinkButton>
        </Form>
      }
    >
      {t("control-panel:list.failedText")}
    </ErrorState>
  );
}

function Carried({ form }: { form: BulkQuestion["form"] }) {
  return (
    <>
      <input type="hidden" name="act" value={form.act} />
      <input type="hidden" name="organization" value={form.organization} />
      {form.ofGroup && <input type="hidden" name="ofGroup" value={form.ofGroup} />}
      {form.toPerson && <input type="hidden" name="toPerson" value="1" />}
      <StateFields state={form.state} without={["organization"]} />
      {form.all ? (
        <input type="hidden" name="all" value="1" />
      ) : (
        form.ids.map((id) => <input key={id} type="hidden" name="ids" value={id} />)
      )}
    </>
  );
}
