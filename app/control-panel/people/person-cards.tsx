import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Picker } from "~/control-panel/forms/picker";
import { NotPermitted } from "~/control-panel/frame/not-permitted";
import { personHref } from "~/control-panel/frame/person-kinds";
import { formatReasons } from "~/forms/messages";
import type { FieldTexts } from "~/forms/stale-version";
import type { OrganizationPlace } from "~/services/contracts/control-panel-entities";
import type { PersonDetails } from "~/services/contracts/pages/person-page";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/choice";
import { Disclosure } from "~/ui/disclosure";
import { FieldErrors } from "~/ui/field";
import { Form } from "~/ui/form";
import { CalendarClock, History, ShieldCheck, Trash2, UserRoundCog, X } from "~/ui/icons";
import { Pill } from "~/ui/pill";
import { editableFields } from "./person-form-schema";
import { personIntents } from "./person-intents";
import type { PersonPageData } from "./person-page.server";
import { cardErrors, type PersonCard, type PersonResult } from "./person-result";

/** Cards beside a person's form: groups, organisations, relatives, further actions. */

export function Groups({ groups, groupOptions: options }: Pick<PersonDetails, "groups" | "groupOptions">) {
  const { t } = useTranslation("control-panel");
  // The cached options may be minutes old, so memberships are read from the person.
  const inside = new Set(groups.map((group) => group.id));
  const schools = new Map(options.map(({ id, school }) => [id, school]));
  return (
    <Card id="groups" title={t("fields.groups")}>
      {groups.length === 0 ? (
        <p className="text-ink-soft">{t("form.noGroups")}</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {groups.map((group) => (
            <li key={group.id}>
              <Link to={`/controlpanel/groups/${group.id}`} className="rounded-control">
                <Pill tone="primary">{[group.name, schools.get(group.id)].filter(Boolean).join(" · ")}</Pill>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {options.length > 0 && (
        <Disclosure title={t("groups.change")}>
          <Form method="post" key={groups.map((group) => group.id).join()}>
            {/* Initial selection: only differences from it are saved. */}
            {["", ...options.map((group) => group.id).filter((id) => inside.has(id))].map((id) => (
              <input key={id} type="hidden" name="was" value={id} />
            ))}
            <div className="scrolls-y max-h-[17.875rem] border-line border-y [--ground:var(--raised)]">
              {options.map((group) => (
                <Checkbox
                  key={group.id}
                  name="groups"
                  value={group.id}
                  label={group.name}
                  hint={group.school}
                  defaultChecked={inside.has(group.id)}
                />
              ))}
            </div>
            <Button name="intent" value={personIntents.groups} className="mt-3">
              {t("groups.saveMemberships")}
            </Button>
          </Form>
        </Disclosure>
      )}
    </Card>
  );
}

type WithResult = PersonPageData & { result: PersonResult | undefined };

/** Errors of a card's form; the error summary at the top announces them. */
export function CardErrors({ result, card }: { result: PersonResult | undefined; card: PersonCard }) {
  const { t } = useTranslation("control-panel");
  const wrong = cardErrors(result);
  if (wrong?.card !== card) return null;
  return (
    <div className="mb-4">
      <FieldErrors messages={formatReasons(t, wrong.reasons)} />
    </div>
  );
}

/** Organisations of the person: role and flags of each, removal, and a search to add another. */
export function Places({ kind, person, version, maySetAdmin, placeCandidates, result }: WithResult) {
  const { t } = useTranslation("control-panel");
  const { organizations: places, mayEditOrganizations: mayEdit } = person;
  return (
    <Card id="places" title={t("sections.belonging")}>
      <CardErrors result={result} card="places" />
      <Form method="post" key={version}>
        {mayEdit && <input type="hidden" name="read" value={JSON.stringify(placeTexts(places))} />}
        <ul className="space-y-4">
          {places.map((place) => (
            <PlaceLine key={place.id} {...{ place, kind, mayEdit, maySetAdmin }} />
          ))}
        </ul>
        {mayEdit && (
          <Button name="intent" value={personIntents.places} className="mt-3">
            {t("places.save")}
          </Button>
        )}
      </Form>
      {mayEdit && places.length > 1 && (
        <Disclosure title={t("places.leave")}>
          <p className="mb-2 text-14 text-ink-soft">{t("places.leaveHint")}</p>
          <ul>
            {places.map((place) => (
              <li key={place.id} className="flex min-h-11 items-center justify-between gap-3">
                <span className="min-w-0 break-words">{place.name}</span>
                <Remove id={place.id} name={place.name} intent={personIntents.leavePlace} verb={t("places.take")} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {mayEdit && (
        <Picker
          name="place"
          label={t("places.search")}
          intent={personIntents.joinPlace}
          verb={t("places.join")}
          candidates={placeCandidates}
        />
      )}
    </Card>
  );
}

/** Field values of the form for organisations. */
function placeTexts(places: OrganizationPlace[]): FieldTexts {
  const on = (isOn: boolean) => (isOn ? "on" : "");
  const flags = places.flatMap(({ id, active, addToSubSchools, admin }) => [
    [`active:${id}`, on(active)],
    [`below:${id}`, on(addToSubSchools)],
    [`admin:${id}`, on(admin)],
  ]);
  return Object.fromEntries(flags);
}

function PlaceLine({
  place,
  kind,
  mayEdit,
  maySetAdmin,
}: {
  place: OrganizationPlace;
  kind: PersonPageData["kind"];
  mayEdit: boolean;
  maySetAdmin: boolean;
}) {
  const { t } = useTranslation("control-panel");
  const isEmployee = kind === "employees";
  const hidden = <span className="sr-only">: {place.name}</span>;
  return (
    <li>
      <Link to={`/controlpanel/organizations/${place.id}`} className="font-semibold text-primary underline">
        {place.name}
      </Link>
      <span className="ml-2 inline-flex flex-wrap gap-2">
        <Pill>{t(`roles.${place.role}`)}</Pill>
        {place.admin && <Pill tone="primary">{t("status.admin")}</Pill>}
        {!place.active && <Pill tone="warning">{t("status.inactive")}</Pill>}
      </span>
      {mayEdit && (
        <div className="mt-1">
          <Checkbox
            name={`active:${place.id}`}
            defaultChecked={place.active}
            label={
              <>
                {t("places.active")}
                {hidden}
              </>
            }
          />
          {isEmployee && (
            <Checkbox
              name={`below:${place.id}`}
              defaultChecked={place.addToSubSchools}
              label={
                <>
                  {t("places.below")}
                  {hidden}
                </>
              }
            />
          )}
          {isEmployee && maySetAdmin && (
            <Checkbox
              name={`admin:${place.id}`}
              defaultChecked={place.admin}
              label={
                <>
                  {t("status.admin")}
                  {hidden}
                </>
              }
            />
          )}
        </div>
      )}
    </li>
  );
}

/** Small form that removes one item from a list. */
export function Remove({ id, name, intent, verb }: { id: string; name: string; intent: string; verb: string }) {
  const { t } = useTranslation("control-panel");
  const label = t("form.labelled", { label: verb, text: name });
  return (
    <Form method="post" preventScrollReset className="shrink-0">
      <input type="hidden" name="id" value={id} />
      <Button name="intent" value={intent} size="small" icon={X} aria-label={label}>
        {verb}
      </Button>
    </Form>
  );
}

/** Guardians of a pupil or pupils of a guardian; either side can add and remove. */
export function Relatives({ kind, person, relativeCandidates, result }: WithResult) {
  const { t } = useTranslation("control-panel");
  if (kind === "employees") return null;
  const { relatives } = person;
  const mayEdit = person.actions.includes("EditUserInfo");
  return (
    <Card id="relatives" title={t(`relatives.${kind}`)}>
      <CardErrors result={result} card="relatives" />
      {relatives.length === 0 ? (
        <p className="text-ink-soft">{t("relatives.none")}</p>
      ) : (
        <ul>
          {relatives.map((relative) => (
            <li key={relative.id} className="flex min-h-11 items-center justify-between gap-3">
              <Link to={personHref(relative)} className="min-w-0 break-words text-primary underline">
                {relative.name}
              </Link>
              {mayEdit && (
                <Remove
                  id={relative.id}
                  name={relative.name}
                  intent={personIntents.removeRelative}
                  verb={t("relatives.remove")}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <Picker
          name="relative"
          label={t(`relatives.search.${kind}`)}
          intent={personIntents.addRelative}
          verb={t("relatives.add")}
          candidates={relativeCandidates}
        />
      )}
    </Card>
  );
}

/** Whether the page has a card for further actions. Users cannot impersonate or delete themselves, which needs no explanation. */
function hasFurtherActions(person: PersonPageData["person"], isSelf: boolean): boolean {
  const mayAct = ["LoginAs", "ViewAudit", "DeleteUser"].some((action) => person.actions.includes(action));
  // If nothing is editable, the page's header already says so.
  return mayAct || (!isSelf && editableFields(person).length > 0);
}

/** Further actions: impersonate, audit log, appoint, delete. */
export function AccountActions({ kind, person, isSelf, hasHigher }: PersonPageData) {
  const { t } = useTranslation("control-panel");
  const { id, actions, organizations } = person;
  const mayActAs = actions.includes("LoginAs");
  const mayRead = actions.includes("ViewAudit");
  const mayDelete = actions.includes("DeleteUser");
  const mayAppoint =
    actions.includes("AppointAdministrator") && !isSelf && organizations.some(({ active, admin }) => active && !admin);
  if (!hasFurtherActions(person, isSelf)) return null;
  const missing = [...(mayActAs ? [] : [t("form.actAs")]), ...(mayDelete ? [] : [t(`kinds.${kind}.delete`)])];
  return (
    <Card id="further-actions" title={t("form.furtherActions")}>
      <div className="flex flex-col items-start gap-3">
        {mayActAs && (
          <LinkButton to={`/login/act-as?user=${id}&from=${personHref(person)}`} icon={UserRoundCog} wide>
            {t("form.actAs")}
          </LinkButton>
        )}
        {mayRead && (
          <LinkButton to={`/controlpanel/${kind}/${id}/periods`} icon={CalendarClock} wide>
            {t("periods.title")}
          </LinkButton>
        )}
        {mayRead && (
          <LinkButton to={`/controlpanel/${kind}/${id}/log`} icon={History} wide>
            {t("audit.title")}
          </LinkButton>
        )}
        {mayAppoint && (
          <LinkButton to={`/controlpanel/employees/${id}/administrator`} icon={ShieldCheck} wide>
            {t("appointment.open")}
          </LinkButton>
        )}
        {mayDelete && (
          <LinkButton to={`/controlpanel/${kind}/${id}/delete`} variant="danger" icon={Trash2} wide>
            {t(`kinds.${kind}.delete`)}
          </LinkButton>
        )}
        {!isSelf && <NotPermitted of={missing} hasHigher={hasHigher} />}
      </div>
    </Card>
  );
}
