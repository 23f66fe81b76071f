import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { groupValueTexts, organizationValueTexts } from "~/control-panel/forms/value-texts";
import { backValue, withBack } from "~/control-panel/frame/back-parameter";
import { countryName } from "~/control-panel/frame/country-name";
import { BehindLastPage } from "~/control-panel/lists/list-pages";
import { PersonTabs } from "~/control-panel/people/person-header";
import { formatReasons } from "~/forms/messages";
import { useLocale } from "~/payment/plan-choice";
import { formatMoney } from "~/realms/money";
import { realmRow, realms } from "~/realms/realm";
import { auditActions } from "~/services/contracts/audit-actions";
import type { AuditLine } from "~/services/contracts/customer-management";
import { useMoment } from "~/shell/moment";
import { breakable } from "~/ui/breakable";
import { Button, LinkButton } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { ArrowRight, History } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { SelectField } from "~/ui/select";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import type { AuditData } from "./audit.server";
import { fieldKey } from "./field-names";

const key = (action: string) => `audit.actions.${action.replace(".", "_")}`;

/** Audit log: action, actor and time, newest first. */
export function AuditLog({ name, backTo, person, backHref, ...log }: AuditData) {
  const { lines, page, nextCursor, filters, errors, actions } = log;
  const { t } = useTranslation("control-panel");
  const { pathname, search } = useLocation();
  const href = (to: number, cursor: string | null) => {
    const parameters = new URLSearchParams(search);
    parameters.set("page", String(to));
    parameters.delete("cursor");
    if (cursor) parameters.set("cursor", cursor);
    return `${pathname}?${parameters}`;
  };
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <>
      <PageHeader crumbs={[{ label: name, to: withBack(backTo, backHref) }]} title={t("audit.title")} />
      {person && <PersonTabs person={person} current="history" backHref={backHref} />}
      <div className="space-y-4">
        <LogFilters filters={filters} errors={errors} actions={actions} backHref={backHref} />
        <Table
          caption={t("audit.title")}
          columns={useColumns()}
          rows={lines}
          rowKey={(line) => line.uid}
          empty={
            page > 1 ? (
              <BehindLastPage firstHref={href(1, null)} icon={History} />
            ) : (
              <EmptyState
                title={t("audit.empty")}
                icon={History}
                action={isFiltered && <LinkButton to={withBack(pathname, backHref)}>{t("audit.showAll")}</LinkButton>}
              />
            )
          }
        />
        {lines.length > 0 && (
          <Pagination
            previousHref={page > 1 ? href(page - 1, null) : null}
            nextHref={nextCursor ? href(page + 1, nextCursor) : null}
            position={String(page)}
          />
        )}
      </div>
    </>
  );
}

/** Columns that a small screen hides are repeated under the action. */
function useColumns(): Column<AuditLine>[] {
  const { t } = useTranslation("control-panel");
  return [
    {
      id: "action",
      header: t("audit.action"),
      cell: (line) => (
        <>
          {t(key(line.action), { defaultValue: line.action })}
          <span className="block font-normal text-14 text-ink-soft lg:hidden">
            <span className="block md:hidden">{breakable(subjectOf(line) ?? t(missingSubject(line)))}</span>
            <Details line={line} />
            <Moment at={line.at} className="block sm:hidden" />
          </span>
        </>
      ),
    },
    { id: "at", header: t("audit.at"), from: "sm", cell: (line) => <Moment at={line.at} /> },
    { id: "who", header: t("audit.who"), cell: (line) => <Who line={line} /> },
    {
      id: "subject",
      header: t("audit.subject"),
      from: "md",
      cell: (line) => subjectOf(line) ?? t(missingSubject(line)),
    },
    { id: "details", header: t("audit.details"), from: "lg", cell: (line) => <Details line={line} /> },
  ];
}

type FilterProps = Pick<AuditData, "filters" | "errors" | "actions" | "backHref">;

function LogFilters({ filters, errors, actions, backHref }: FilterProps) {
  const { t } = useTranslation("control-panel");
  return (
    <Form method="get" className="grid items-start gap-3 min-[22rem]:grid-cols-2 md:flex">
      {backHref && <input type="hidden" name="back" value={backValue(backHref)} />}
      <SelectField
        label={t("audit.action")}
        name="action"
        defaultValue={filters.action}
        placeholder={t("audit.all")}
        className="min-w-0 md:basis-52"
        options={actions.map((action) => ({ value: action, label: t(key(action)) }))}
      />
      <DateField name="from" value={filters.from} error={errors.from} />
      <DateField name="to" value={filters.to} error={errors.to} />
      <TextField
        label={t("audit.who")}
        name="who"
        type="search"
        defaultValue={filters.who}
        maxLength={100}
        className="min-w-0 flex-1 basis-32"
        autoComplete="off"
      />
      {/* Aligned with the inputs, which have labels above and error messages below. */}
      <Button className="col-span-full justify-self-start md:mt-7">{t("audit.filter")}</Button>
    </Form>
  );
}

function DateField({ name, value, error }: { name: "from" | "to"; value: string; error: string | undefined }) {
  const { t } = useTranslation("control-panel");
  const errors = error ? formatReasons(t, [error]) : [];
  return (
    <TextField
      label={t(`audit.${name}`)}
      name={name}
      type="date"
      defaultValue={value}
      errors={errors}
      className="min-w-0"
    />
  );
}

function Moment({ at, className }: { at: string; className?: string }) {
  const formatMoment = useMoment();
  return (
    <time dateTime={at} className={className}>
      {formatMoment(at)}
    </time>
  );
}

/** Shows both names if the user was impersonated. docs/security.md, line 27. */
function Who({ line }: { line: AuditLine }) {
  const { t } = useTranslation("control-panel");
  if (line.isAutomatic) return <>{t("audit.automatic")}</>;
  const nameOf = (who: "user" | "actor") =>
    line[who]?.name ?? t(line.withheld.includes(who) ? "audit.elsewhere" : "audit.gone");
  if (!line.actor && !line.withheld.includes("actor")) return <>{nameOf("user")}</>;
  return <>{t("audit.actedAs", { actor: nameOf("actor"), user: nameOf("user") })}</>;
}

/** For a book the subject is the user who added it, so its title is shown instead. */
function subjectOf({ subject, details: { title } }: AuditLine): string | null {
  return typeof title === "string" ? title : subject.name;
}

function missingSubject({ withheld }: AuditLine): "audit.elsewhere" | "audit.gone" {
  return withheld.includes("subject") ? "audit.elsewhere" : "audit.gone";
}

function Details({ line }: { line: AuditLine }) {
  const { t, i18n } = useTranslation("control-panel");
  const locale = useLocale();
  const { attributes, reason, country, act } = line.details;
  if (typeof reason === "string") return <q>{reason}</q>;
  if (typeof country === "string") return <>{countryName(country, i18n.language)}</>;
  const fieldName = (name: unknown) => t(fieldKey(line.subject.type, String(name)), { defaultValue: String(name) });
  // A change of the full name includes first and last name, so these are skipped.
  const isNamed = line.changes.some(({ attribute }) => attribute === "name");
  const listedChanges = line.changes.filter(({ attribute }) => !isNamed || !partsOfName.includes(attribute));
  const valued = new Set(line.changes.map(({ attribute }) => attribute));
  const fields = Array.isArray(attributes) ? attributes.filter((name) => !valued.has(name)).map(fieldName) : [];
  // For a refused action: the action that was attempted.
  const tried = auditActions.find((known) => known === act);
  const extent = extentOf(line);
  const named = [...(tried ? [t(key(tried))] : []), ...fields];
  return (
    <>
      {listedChanges.map(({ attribute, before, after }) => (
        <span key={attribute} className="block">
          {fieldName(attribute)}: {/* A reason is given with an act, and was nothing before. */}
          {attribute !== "reason" && (
            <>
              {formatValue(before, attribute)}{" "}
              <Icon of={ArrowRight} size={16} label={t("audit.became")} className="inline" />{" "}
            </>
          )}
          {formatValue(after, attribute)}
        </span>
      ))}
      {named.join(", ")}
      {extent !== null && <span className="block">{extent}</span>}
    </>
  );

  /** The sum of a refund, or the days of an extension; null for another action. */
  function extentOf({ action, details: { amount, currency, days } }: AuditLine): string | null {
    if (!action.startsWith("payment.")) return null;
    if (typeof days === "number") return t("audit.days", { count: days });
    const code = realms
      .map((realm) => realmRow(realm).currency)
      .find((known) => known === String(currency).toUpperCase());
    return typeof amount === "number" && code ? formatMoney({ amount, currency: code }, locale) : null;
  }

  function formatValue(value: LoggedValue, attribute: string): ReactNode {
    if (value === null || value === "") return <i>{t("audit.nothing")}</i>;
    if (typeof value === "boolean") return t(value ? "form.yes" : "form.no");
    const valueText = valueTexts[line.subject.type][attribute];
    return valueText ? t(valueText(String(value)), { defaultValue: String(value) }) : breakable(String(value));
  }
}

const partsOfName: readonly string[] = ["firstName", "lastName"];

type LoggedValue = AuditLine["changes"][number]["before"];

/** Translation keys for the values of an attribute. */
const valueTexts: Record<AuditLine["subject"]["type"], Record<string, (value: string) => string>> = {
  user: { status: (value) => `status.${value}` },
  group: groupValueTexts,
  organization: organizationValueTexts,
};
