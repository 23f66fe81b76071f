import { getFormProps } from "@conform-to/react";
import { Link, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ConfirmationField } from "~/control-panel/forms/confirmation-field";
import { organizationWordOf } from "~/control-panel/forms/organization-types";
import { Picker } from "~/control-panel/forms/picker";
import { NotFetched } from "~/control-panel/frame/failures";
import { NothingPermitted } from "~/control-panel/frame/not-permitted";
import { importRight } from "~/control-panel/frame/panel-rights";
import { syncHref, syncRight } from "~/control-panel/sync/sync-intents";
import { editFormKey } from "~/forms/edit-form-key";
import { type FormResult, resultFor } from "~/forms/form-result";
import { EditFormFields } from "~/forms/hidden-fields";
import { organizationFieldNames } from "~/services/contracts/organization-field-table";
import type { OrganizationFieldsRead } from "~/services/contracts/pages/organization-page";
import { panelListHref } from "~/shell/list-address";
import { useNumber } from "~/shell/number";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { DraftBack } from "~/ui/draft-back";
import { Form } from "~/ui/form";
import { BookOpen, CalendarClock, FileSpreadsheet, Gauge, History, RotateCw, Save, Trash2, Undo2 } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pill } from "~/ui/pill";
import { HierarchyCard } from "./hierarchy-card";
import { editableOrganizationFields, organizationFieldTexts, organizationIntents } from "./organization-fields";
import {
  OrganizationFields,
  OrganizationOutcome,
  type OrganizationResult,
  useOrganizationForm,
  valuesOf,
} from "./organization-form";
import type { OrganizationPageData } from "./organization-page.server";

const list = "/controlpanel/organizations";

/** One organisation: fields, numbers of people, position in the hierarchy, further actions. */
export function OrganizationPage(props: OrganizationPageData) {
  const { t } = useTranslation("control-panel");
  const result = useActionData<OrganizationResult>();
  const { name, type, status, parent, mayOpenParent, version, fields } = props.organization;
  const word = organizationWordOf(type);
  const isForm = editableOrganizationFields(fields).length > 0;
  return (
    <>
      <PageHeader
        crumbs={[
          { label: t("nav.organizations"), to: panelListHref(list) },
          ...(parent && mayOpenParent ? [{ label: parent.name, to: `${list}/${parent.id}` }] : []),
        ]}
        title={name}
        intro={
          <span className="flex flex-wrap items-center gap-2">
            {t(`organizationTypes.${type}`)}
            {status === "inactive" && <Pill tone="warning">{t("status.inactive")}</Pill>}
          </span>
        }
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
        {isForm ? (
          <OrganizationForm {...props} result={result} key={editFormKey(version, result)} />
        ) : (
          <div className="min-w-0 space-y-6">
            <NothingPermitted hasHigher />
            <OrganizationFields
              {...{ word, editable: [], viewOnly: viewOnlyFields(fields), storedValue: valuesOf(fields), fields: {} }}
            />
          </div>
        )}
        <div className="space-y-6">
          <Counts {...props} />
          <HierarchyCard {...props} />
          <OrganisationActions {...props} />
        </div>
      </div>
    </>
  );
}

const viewOnlyFields = (fields: OrganizationFieldsRead) => organizationFieldNames.filter((name) => fields[name]);

function OrganizationForm({
  organization: { type, fields: read, version },
  draft,
  result,
}: OrganizationPageData & { result: OrganizationResult | undefined }) {
  const { t } = useTranslation("control-panel");
  const word = organizationWordOf(type);
  const stored = organizationFieldTexts(read);
  const lastResult = resultFor(result, organizationIntents.save);
  const { form, fields } = useOrganizationForm(lastResult, draft?.values ?? stored);
  const editable = editableOrganizationFields(read);
  return (
    <Form method="post" {...getFormProps(form)} className="min-w-0 space-y-6">
      <EditFormFields version={version} stored={stored} stale={result?.stale} lastResult={lastResult} draft={draft} />
      {draft && <DraftBack />}
      <OrganizationOutcome word={word} result={result} />
      <OrganizationFields
        {...{ word, editable, viewOnly: viewOnlyFields(read), storedValue: valuesOf(read), fields }}
      />
      <div className="sticky bottom-0 z-10 -mx-4 flex short:static flex-wrap gap-3 border-line border-t bg-paper px-4 py-3">
        <Button variant="primary" icon={Save} name="intent" value={organizationIntents.save}>
          {t(`organizations.${word}.save`)}
        </Button>
        <LinkButton to={panelListHref(list)} variant="quiet">
          {t("form.cancel")}
        </LinkButton>
      </div>
    </Form>
  );
}

function Counts({ organization: { id, counts, mayAddPeople }, newcomers }: OrganizationPageData) {
  const { t } = useTranslation("control-panel");
  const formatNumber = useNumber();
  if (counts.length === 0) return null;
  return (
    <Card title={t("organizations.inside")}>
      <ul>
        {counts.map(({ list: kind, total, hasMore }) => (
          <li key={kind}>
            <Link
              to={`/controlpanel/${kind}?organization=${id}`}
              className="flex min-h-11 items-center justify-between gap-3 hover:text-primary"
            >
              <span className="font-semibold">{t(`nav.${kind}`)}</span>
              <span className="text-ink-soft tabular-nums">
                {hasMore ? t("list.moreThan", { total: formatNumber(total) }) : formatNumber(total)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {mayAddPeople && (
        <Picker
          name="person"
          label={t("organizations.addPerson")}
          intent={organizationIntents.addPerson}
          verb={t("relatives.add")}
          candidates={newcomers}
        />
      )}
    </Card>
  );
}

function OrganisationActions({ organization: { id, type, actions } }: OrganizationPageData) {
  const { t } = useTranslation("control-panel");
  const mayDelete = actions.includes("DeleteOrganization");
  const mayRead = actions.includes("ViewAudit");
  const mayImport = actions.includes(importRight);
  const maySync = actions.includes(syncRight);
  const mayRestore = actions.includes("DeleteUser");
  const mayShelve = actions.includes("EditBookshelf");
  const maySeeReading = actions.includes("ViewReading");
  if (![mayDelete, mayRead, mayImport, maySync, mayRestore, mayShelve, maySeeReading].includes(true)) return null;
  return (
    <Card title={t("form.furtherActions")}>
      <div className="flex flex-col items-start gap-3">
        {mayImport && (
          <LinkButton to={`/controlpanel/import?organization=${id}`} icon={FileSpreadsheet} wide>
            {t("organizations.import")}
          </LinkButton>
        )}
        {maySync && (
          <LinkButton to={syncHref(id)} icon={RotateCw} wide>
            {t("organizations.sync")}
          </LinkButton>
        )}
        {mayShelve && (
          <LinkButton to={`${list}/${id}/shelf`} icon={BookOpen} wide>
            {t("organizations.shelf")}
          </LinkButton>
        )}
        {maySeeReading && (
          <LinkButton to={`${list}/${id}/reading`} icon={Gauge} wide>
            {t("organizations.reading")}
          </LinkButton>
        )}
        {mayRead && (
          <LinkButton to={`${list}/${id}/periods`} icon={CalendarClock} wide>
            {t("periods.title")}
          </LinkButton>
        )}
        {mayRead && (
          <LinkButton to={`${list}/${id}/log`} icon={History} wide>
            {t("audit.title")}
          </LinkButton>
        )}
        {mayRestore && (
          <LinkButton to={`${list}/${id}/deleted`} icon={Undo2} wide>
            {t("deleted.title")}
          </LinkButton>
        )}
        {mayDelete && (
          <LinkButton to={`${list}/${id}/delete`} variant="danger" icon={Trash2} wide>
            {t(`organizations.${organizationWordOf(type)}.delete`)}
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

/** Error page if the service failed to load the organisation. docs/product/control-panel.md#errors. */
export function OrganizationNotFetched() {
  const { t } = useTranslation("control-panel");
  return <NotFetched title={t("organizations.notFetched")} />;
}

type DeletionProps = {
  id: string;
  name: string;
  type: string | null;
  effect: { organizations: number; groups: number; people: number; staying: number };
};

/** Confirmation before an organisation is deleted, with the number of affected items. */
export function OrganizationDeletionPage({ id, name, type, effect }: DeletionProps) {
  const { t } = useTranslation("control-panel");
  const result = useActionData<FormResult>();
  const { organizations, groups, people, staying } = effect;
  return (
    <>
      <PageHeader crumbs={[{ label: name, to: `${list}/${id}` }]} title={t("deletion.title", { name })} />
      <div className="max-w-2xl space-y-6">
        <Banner type="warning" title={t("deletion.lost")}>
          <ul className="mt-1 list-disc space-y-1 ps-5">
            {organizations > 1 && <li>{t("organizations.deletion.below", { count: organizations - 1 })}</li>}
            {groups > 0 && <li>{t("organizations.deletion.groups", { count: groups })}</li>}
            {people > 0 && <li>{t("organizations.deletion.people", { count: people })}</li>}
            {staying > 0 && <li>{t("organizations.deletion.staying", { count: staying })}</li>}
            <li>{t("organizations.deletion.back")}</li>
          </ul>
        </Banner>
        <Form method="post" className="space-y-4">
          <ConfirmationField label={t("deletion.sure", { name })} result={result} intent={null} />
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" icon={Trash2}>
              {t(`organizations.${organizationWordOf(type)}.delete`)}
            </Button>
            <LinkButton to={`${list}/${id}`} variant="quiet">
              {t("form.cancel")}
            </LinkButton>
          </div>
        </Form>
      </div>
    </>
  );
}
