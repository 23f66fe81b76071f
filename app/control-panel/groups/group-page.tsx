import { getFormProps } from "@conform-to/react";
import { Link, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ChoiceSearch, DefaultSubmit } from "~/control-panel/forms/choice-search";
import { isSearchable } from "~/control-panel/forms/choices";
import { Picker } from "~/control-panel/forms/picker";
import { ViewOnlyLine } from "~/control-panel/forms/view-only-line";
import { NotFetched, NotSaved } from "~/control-panel/frame/failures";
import { sayReasons } from "~/control-panel/frame/messages";
import { NotPermitted } from "~/control-panel/frame/not-permitted";
import { isActive, personHref } from "~/control-panel/people/kinds";
import { Remove } from "~/control-panel/people/person-cards";
import { EditFormFields, NewFormFields } from "~/forms/hidden-fields";
import { useNumber } from "~/shell/number";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/choice";
import { DraftBack } from "~/ui/draft-back";
import { Form } from "~/ui/form";
import { Save, Trash2 } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { GroupCode } from "./group-code";
import { fieldTexts, groupIntents } from "./group-fields";
import { GroupErrors, GroupFields, type GroupResult, StaleGroup, useGroupForm, type Word, wordOf } from "./group-form";
import type { GroupPageData, NewGroupData } from "./groups.server";

/** One class or group: its own fields, its code, who is in it. */
export function GroupPage(props: GroupPageData) {
  const { group, version, parts } = props;
  const { t } = useTranslation("control-panel");
  const stale = useActionData<GroupResult>()?.stale;
  const { name, organization, code } = group.attributes;
  const kind = wordOf(group);
  const mayEdit = isActive(group, "EditGroup");
  return (
    <>
      <PageHeader
        crumbs={[{ label: t("nav.groups"), to: "/controlpanel/groups" }]}
        title={name.value}
        intro={organization.value?.name}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
        <div className="min-w-0 space-y-6">
          {mayEdit && <GroupForm {...props} key={stale?.version ?? version} />}
          <Members {...props} />
        </div>
        <div className="space-y-6">
          {code.editable === 2 && <GroupCode {...props} kind={kind} />}
          {parts.groups.length > 0 && <Parts group={group} parts={parts} />}
          {isActive(group, "DeleteGroup") ? (
            <Deletion name={name.value ?? ""} kind={kind} />
          ) : (
            <Card title={t(`groups.${kind}.end`)}>
              <NotPermitted of={[t(`groups.${kind}.delete`)]} hasHigher />
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

function GroupForm(props: GroupPageData) {
  const { group, version, parents, draft } = props;
  const { t } = useTranslation("control-panel");
  const stored = fieldTexts(group);
  const { result, form, fields } = useGroupForm(groupIntents.save, { ...stored, ...draft });
  const search = result?.choices?.parent ?? parents;
  const kind = wordOf(group);
  return (
    <Form method="post" {...getFormProps(form)} className="space-y-4">
      {isSearchable(search) && <DefaultSubmit intent={groupIntents.save} />}
      <GroupErrors result={result} />
      {draft && <DraftBack />}
      {result?.failed && <NotSaved />}
      {result?.stale && <StaleGroup {...props} changes={result.stale.changes} />}
      <EditFormFields version={version} stored={stored} stale={result?.stale} draft={draft} />
      <Card title={t(`groups.${kind}.about`)}>
        <div className="max-w-xl space-y-5">
          <GroupFields
            fields={fields}
            isOffered={(field) => group.attributes[field].editable === 2}
            parents={{
              source: {
                of: "groups",
                organization: group.attributes.organization.value?.id ?? "",
                except: group.id ?? "",
              },
              search,
            }}
          />
          <ViewOnlyLine label={t("fields.legacyId")} value={String(group.attributes.groupId.value ?? "")} />
          <ViewOnlyLine label={t("fields.uid")} value={group.id} />
        </div>
      </Card>
      <Button variant="primary" icon={Save} name="intent" value={groupIntents.save}>
        {t(`groups.${kind}.save`)}
      </Button>
    </Form>
  );
}

/** Who is in the group: to be taken out, and searched for to be put in. */
function Members({ group, members, memberCount, found }: GroupPageData) {
  const { t } = useTranslation("control-panel");
  const say = useNumber();
  const mayEdit = isActive(group, "EditGroup");
  const kind = wordOf(group);
  const filters = encodeURIComponent(JSON.stringify({ group: group.id }));
  const school = group.attributes.organization.value?.id ?? "";
  return (
    <Card title={`${t(`groups.${kind}.members`)} (${say(memberCount)})`}>
      {members.length === 0 ? (
        <p className="text-ink-soft">{t(mayEdit ? "groups.noMembers" : "relatives.none")}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-x-8 sm:grid-cols-2">
          {members.map((person) => (
            <li key={person.id} className="flex min-h-11 items-center justify-between gap-3 border-line border-b py-1">
              <Link to={personHref(person)} className="min-w-0 hover:text-primary">
                <span className="block break-words font-semibold">{person.attributes.name.value}</span>
                <span className="block text-14 text-ink-soft">{t(`kinds.${person.type}.one`)}</span>
              </Link>
              {mayEdit && isActive(person, "EditUserInfo") && (
                <Remove
                  id={person.id ?? ""}
                  name={person.attributes.name.value ?? ""}
                  intent={groupIntents.removeMember}
                  verb={t("relatives.remove")}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {memberCount > members.length && (
        <p className="mt-3">
          <Link
            to={`/controlpanel/users?organization=${school}&filters=${filters}`}
            className="font-semibold text-primary underline"
          >
            {t("groups.allMembers")}
          </Link>
        </p>
      )}
      {isActive(group, "AddGroupMember") && (
        <Picker
          name="member"
          label={t("groups.searchMembers")}
          intent={groupIntents.addMember}
          verb={t("relatives.add")}
          candidates={found}
        />
      )}
    </Card>
  );
}

function Parts({ group, parts }: Pick<GroupPageData, "group" | "parts">) {
  const { t } = useTranslation("control-panel");
  return (
    <Card title={t("groups.parts")}>
      <ul>
        {parts.groups.map(({ id, name }) => (
          <li key={id}>
            <Link to={`/controlpanel/groups/${id}`} className="inline-flex min-h-9 items-center text-primary underline">
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {parts.hasMore && (
        <Link
          to={`/controlpanel/groups?organization=${group.attributes.organization.value?.id}&filters=${encodeURIComponent(JSON.stringify({ parent: group.id }))}`}
          className="font-semibold text-primary underline"
        >
          {t("list.showAll")}
        </Link>
      )}
    </Card>
  );
}

function Deletion({ name, kind }: { name: string; kind: Word }) {
  const { t } = useTranslation("control-panel");
  return (
    <Card title={t(`groups.${kind}.end`)}>
      <Form method="post" className="space-y-3">
        <p className="text-14 text-ink-soft">{t(`groups.${kind}.endText`)}</p>
        <Checkbox name="sure" required label={t("deletion.sure", { name })} />
        <Button variant="danger" icon={Trash2} name="intent" value={groupIntents.delete}>
          {t(`groups.${kind}.delete`)}
        </Button>
      </Form>
    </Card>
  );
}

/** When the service could not say what the group is. docs/product/control-panel.md#errors. */
export function GroupNotFetched() {
  const { t } = useTranslation("control-panel");
  return <NotFetched title={t("messages.somethingWrong")} />;
}

/** The form of a new class or group. */
export function NewGroupPage({
  organizations,
  chosen,
  hasAgeFilter,
  draft,
  idempotencyKey,
}: Omit<NewGroupData, "key"> & { idempotencyKey: string }) {
  const { t } = useTranslation("control-panel");
  const defaults = { organization: chosen ?? "", type: "class", ...draft };
  const { result, form, fields } = useGroupForm(null, defaults);
  const places = result?.choices?.organization ?? organizations;
  return (
    <>
      <PageHeader crumbs={[{ label: t("nav.groups"), to: "/controlpanel/groups" }]} title={t("groups.new")} />
      <Form method="post" {...getFormProps(form)} className="max-w-3xl space-y-4">
        {isSearchable(places) && <DefaultSubmit />}
        <NewFormFields idempotencyKey={idempotencyKey} />
        <GroupErrors result={result} />
        {draft && <DraftBack />}
        {result?.failed && <NotSaved />}
        <Card>
          <div className="max-w-xl space-y-5">
            <ChoiceSearch
              id={fields.organization?.id}
              name="organization"
              label={t("list.organization")}
              errors={sayReasons(t, fields.organization?.errors)}
              source={{ of: "organizations" }}
              choices={places}
              chosen={[String(fields.organization?.initialValue ?? "")]}
            />
            <GroupFields fields={fields} isOffered={(field) => field !== "ageFilter" || hasAgeFilter} parents={null} />
          </div>
        </Card>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" icon={Save}>
            {t("groups.add")}
          </Button>
          <LinkButton to="/controlpanel/groups" variant="quiet">
            {t("form.cancel")}
          </LinkButton>
        </div>
      </Form>
    </>
  );
}
