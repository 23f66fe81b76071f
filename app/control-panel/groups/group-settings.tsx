import { getFormProps } from "@conform-to/react";
import { Link, useActionData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DefaultSubmit } from "~/control-panel/forms/choice-search";
import { isSearchable } from "~/control-panel/forms/choices";
import { ConfirmationField } from "~/control-panel/forms/confirmation-field";
import { Picker } from "~/control-panel/forms/picker";
import { ViewOnlyLine } from "~/control-panel/forms/view-only-line";
import { NotSaved } from "~/control-panel/frame/failures";
import { NotPermitted } from "~/control-panel/frame/not-permitted";
import { personHref } from "~/control-panel/frame/person-kinds";
import { Remove } from "~/control-panel/people/person-cards";
import { editFormKey } from "~/forms/edit-form-key";
import { EditFormFields } from "~/forms/hidden-fields";
import { panelListHref } from "~/shell/list-address";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DraftBack } from "~/ui/draft-back";
import { Form } from "~/ui/form";
import { Save, Trash2 } from "~/ui/icons";
import { GroupCode } from "./group-code";
import { groupFieldTexts, groupIntents } from "./group-fields";
import {
  GroupErrors,
  GroupFields,
  type GroupResult,
  groupWordOf,
  StaleGroup,
  useGroupForm,
  type Word,
} from "./group-form";
import type { GroupSettingsData } from "./groups.server";

/** Fields, join code, staff and deletion of a group: on a separate tab, since they are rarely needed. */
export function GroupSettings(props: GroupSettingsData) {
  const { group, parts, code } = props;
  const { t } = useTranslation("control-panel");
  const result = useActionData<GroupResult>();
  const kind = groupWordOf(group);
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
      <div className="min-w-0 space-y-6">
        {group.actions.includes("EditGroup") && <GroupForm {...props} key={editFormKey(group.version, result)} />}
        <OtherMembers {...props} />
      </div>
      <div className="space-y-6">
        {code && <GroupCode {...props} code={code} kind={kind} />}
        {parts.groups.length > 0 && <Parts group={group} parts={parts} />}
        {group.actions.includes("DeleteGroup") ? (
          <Deletion name={group.name} kind={kind} />
        ) : (
          <Card title={t(`groups.${kind}.end`)}>
            <NotPermitted of={[t(`groups.${kind}.delete`)]} hasHigher />
          </Card>
        )}
      </div>
    </div>
  );
}

function GroupForm(props: GroupSettingsData) {
  const { group, parents, draft } = props;
  const { t } = useTranslation("control-panel");
  const stored = groupFieldTexts(group);
  const { result, form, fields } = useGroupForm(groupIntents.save, { ...stored, ...draft });
  const search = result?.choices?.parent ?? parents;
  const kind = groupWordOf(group);
  return (
    <Form method="post" {...getFormProps(form)} className="space-y-4">
      {isSearchable(search) && <DefaultSubmit intent={groupIntents.save} />}
      {result?.intent !== groupIntents.delete && <GroupErrors result={result} />}
      {draft && <DraftBack />}
      {result?.failed && <NotSaved />}
      {result?.stale && <StaleGroup {...props} changes={result.stale.changes} />}
      <EditFormFields
        version={group.version}
        stored={stored}
        stale={result?.stale}
        lastResult={result?.lastResult}
        draft={draft}
      />
      <Card title={t(`groups.${kind}.about`)}>
        <div className="max-w-xl space-y-5">
          <GroupFields
            fields={fields}
            isOffered={(field) => group.fields[field]?.isEditable === true}
            parents={{ source: { of: "groups", organization: group.organization.id, except: group.id }, search }}
          />
          <ViewOnlyLine label={t("fields.legacyId")} value={String(group.legacyId)} />
          <ViewOnlyLine label={t("fields.uid")} value={group.id} />
        </div>
      </Card>
      <Button variant="primary" icon={Save} name="intent" value={groupIntents.save}>
        {t(`groups.${kind}.save`)}
      </Button>
    </Form>
  );
}

/** Staff and guardians in the group; its pupils are on another tab. */
function OtherMembers({ group, others, candidates }: GroupSettingsData) {
  const { t } = useTranslation("control-panel");
  return (
    <Card title={t("groups.others")}>
      {others.length === 0 ? (
        <p className="text-ink-soft">{t("relatives.none")}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-x-8 sm:grid-cols-2">
          {others.map((person) => (
            <li key={person.id} className="flex min-h-11 items-center justify-between gap-3 border-line border-b py-1">
              <Link to={personHref(person)} className="min-w-0 hover:text-primary">
                <span className="block break-words font-semibold">{person.name}</span>
                <span className="block text-14 text-ink-soft">{t(`kinds.${person.type}.one`)}</span>
              </Link>
              {person.isRemovable && (
                <Remove
                  id={person.id}
                  name={person.name}
                  intent={groupIntents.removeMember}
                  verb={t("relatives.remove")}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {group.actions.includes("AddGroupMember") && (
        <Picker
          name="member"
          label={t("groups.searchMembers")}
          intent={groupIntents.addMember}
          verb={t("relatives.add")}
          candidates={candidates}
        />
      )}
    </Card>
  );
}

function Parts({ group, parts }: Pick<GroupSettingsData, "group" | "parts">) {
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
          to={panelListHref("/controlpanel/groups", {
            organization: group.organization.id,
            filters: { parent: group.id },
          })}
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
  const { pathname, search } = useLocation();
  const result = useActionData<GroupResult>();
  return (
    <Card title={t(`groups.${kind}.end`)} id="deletion">
      <Form method="post" action={`${pathname}${search}#deletion`} className="space-y-3">
        <p className="text-14 text-ink-soft">{t(`groups.${kind}.endText`)}</p>
        <ConfirmationField label={t("deletion.sure", { name })} result={result} intent={groupIntents.delete} />
        <Button variant="danger" icon={Trash2} name="intent" value={groupIntents.delete}>
          {t(`groups.${kind}.delete`)}
        </Button>
      </Form>
    </Card>
  );
}
