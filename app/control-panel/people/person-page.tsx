import { Form, Link, useActionData, useNavigation } from "@remix-run/react";
import { KeyRound, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { PersonEntity, UserGroup } from "~/services/contracts/control-panel";
import { Badge } from "~/ui/badge";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/choice";
import { PageHeader } from "~/ui/page-header";
import { isActive, personHref } from "./kinds";
import { PersonForm } from "./person-form";
import type { PersonActionData, PersonPageData } from "./person-page.server";

/** One person: the form, and beside it what belongs to them and what else can be done. */
export function PersonPage(props: PersonPageData) {
  const { kind, entity, relatives } = props;
  const { t } = useTranslation("control-panel");
  const action = useActionData<PersonActionData>();
  const { name, status, shared } = entity.attributes;
  return (
    <>
      <PageHeader
        crumbs={[{ label: t(`kinds.${kind}.title`), to: `/controlpanel/${kind}` }]}
        title={name.value}
        intro={
          <span className="flex flex-wrap items-center gap-2">
            {t(`kinds.${kind}.one`)}
            {shared.value && <Badge tone="info">{t("status.shared")}</Badge>}
            {status.value === "inactive" && <Badge tone="warning">{t("status.inactive")}</Badge>}
          </span>
        }
      />
      {action?.password && <NewPassword name={name.value ?? ""} password={action.password} />}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
        <PersonForm {...props} key={props.version} />
        <div className="space-y-6">
          <Groups entity={entity} options={props.groupOptions} />
          {kind !== "employees" && <Relatives title={t(`relatives.${kind}`)} relatives={relatives} />}
          <Acts {...props} />
        </div>
      </div>
    </>
  );
}

function NewPassword({ name, password }: { name: string; password: string }) {
  const { t } = useTranslation("control-panel");
  return (
    <div className="mb-6">
      <Banner type="success" title={t("password.made", { name })}>
        <p className="my-2 select-all font-bold text-28 tracking-wide">
          <code>{password}</code>
        </p>
        <p>{t("password.once")}</p>
      </Banner>
    </div>
  );
}

function Groups({ entity, options }: { entity: PersonEntity; options: UserGroup[] }) {
  const { t } = useTranslation("control-panel");
  const groups = entity.attributes.groups.value ?? [];
  return (
    <Card title={t("fields.groups")}>
      {groups.length === 0 ? (
        <p className="text-ink-soft">{t("form.noGroups")}</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {groups.map((group) => (
            <li key={group.id}>
              <Link to={`/controlpanel/groups/${group.id}`} className="rounded-full">
                <Badge tone="primary">{group.name}</Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {options.length > 0 && (
        <details className="mt-4">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-primary">
            {t("groups.change")}
          </summary>
          <Form method="post" key={groups.map((group) => group.id).join()}>
            {groups
              .filter((group) => !options.some((option) => option.id === group.id))
              .map((group) => (
                <input key={group.id} type="hidden" name="groups" value={group.id} />
              ))}
            <div className="max-h-72 overflow-y-auto">
              {options.map((group) => (
                <Checkbox
                  key={group.id}
                  name="groups"
                  value={group.id}
                  label={group.name}
                  defaultChecked={group.removable}
                />
              ))}
            </div>
            <Button name="intent" value="groups" className="mt-3">
              {t("groups.saveMemberships")}
            </Button>
          </Form>
        </details>
      )}
    </Card>
  );
}

function Relatives({ title, relatives }: { title: string; relatives: PersonEntity[] }) {
  const { t } = useTranslation("control-panel");
  return (
    <Card title={title}>
      {relatives.length === 0 ? (
        <p className="text-ink-soft">{t("relatives.none")}</p>
      ) : (
        <ul className="space-y-1">
          {relatives.map((person) => (
            <li key={person.id}>
              <Link to={personHref(person)} className="inline-flex min-h-9 items-center text-primary underline">
                {person.attributes.name.value}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Acts({ kind, entity }: PersonPageData) {
  const { t } = useTranslation("control-panel");
  const navigation = useNavigation();
  const mayReset = isActive(entity, "EditPassword") && entity.attributes.password.editable === 2;
  const mayDelete = isActive(entity, "DeleteUser");
  if (!mayReset && !mayDelete) return null;
  const isResetting = navigation.formData?.get("intent") === "resetPassword";
  return (
    <Card title={t("form.acts")}>
      <div className="flex flex-col items-start gap-3">
        {mayReset && (
          <Form method="post" className="w-full">
            <p className="mb-2 text-14 text-ink-soft">{t("password.hint")}</p>
            <Button name="intent" value="resetPassword" icon={KeyRound} busy={isResetting} wide>
              {t("password.reset")}
            </Button>
          </Form>
        )}
        {mayDelete && (
          <LinkButton to={`/controlpanel/${kind}/${entity.id}/delete`} variant="danger" icon={Trash2} wide>
            {t(`kinds.${kind}.delete`)}
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

/** A new person's page. */
export function NewPersonPage(props: PersonPageData & { idempotencyKey: string }) {
  const { kind } = props;
  const { t } = useTranslation("control-panel");
  return (
    <>
      <PageHeader
        crumbs={[{ label: t(`kinds.${kind}.title`), to: `/controlpanel/${kind}` }]}
        title={t(`kinds.${kind}.new`)}
        intro={t("form.newIntro")}
      />
      <div className="max-w-3xl">
        <PersonForm {...props} />
      </div>
    </>
  );
}

/** Asks before a person goes, and says what goes with them. */
export function DeletionPage({ kind, entity }: Pick<PersonPageData, "kind" | "entity">) {
  const { t } = useTranslation("control-panel");
  const name = entity.attributes.name.value ?? "";
  return (
    <>
      <PageHeader crumbs={[{ label: name, to: personHref(entity) }]} title={t("deletion.title", { name })} />
      <div className="max-w-2xl space-y-6">
        <Banner type="warning" title={t("deletion.lost")}>
          <ul className="mt-1 list-disc space-y-1 ps-5">
            <li>{t("deletion.signIn")}</li>
            <li>{t("deletion.lists")}</li>
            <li>{t("deletion.purge")}</li>
          </ul>
        </Banner>
        <Form method="post" className="space-y-4">
          <Checkbox name="sure" required label={t("deletion.sure", { name })} />
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" icon={Trash2}>
              {t(`kinds.${kind}.delete`)}
            </Button>
            <LinkButton to={personHref(entity)} variant="quiet">
              {t("form.cancel")}
            </LinkButton>
          </div>
        </Form>
      </div>
    </>
  );
}
