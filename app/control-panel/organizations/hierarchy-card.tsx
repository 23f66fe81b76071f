import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Picker } from "~/control-panel/forms/picker";
import { panelListHref } from "~/shell/list-address";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { Plus, Unlink } from "~/ui/icons";
import { organizationIntents } from "./organization-fields";
import type { OrganizationPageData } from "./organization-page.server";

const list = "/controlpanel/organizations";

/** The organisation's parent and the organisations directly below it, with the forms that change the tree. */
export function HierarchyCard({ entity, below, mayOpenParent, candidates }: OrganizationPageData) {
  const { t } = useTranslation("control-panel");
  const { parent, type } = entity.attributes;
  const mayMove = parent.editable === 2 && type.value !== "consumer";
  if (!parent.value && below.organizations.length === 0 && !mayMove) return null;
  return (
    <Card title={t("organizations.tree")}>
      <dl className="space-y-4">
        <div>
          <dt className="font-semibold">{t("fields.parent")}</dt>
          <dd>
            {parent.value && mayOpenParent && <OrganizationLink {...parent.value} />}
            {parent.value && !mayOpenParent && parent.value.name}
            {!parent.value && <span className="text-ink-soft">{t("organizations.standsAlone")}</span>}
          </dd>
        </div>
        <div>
          <dt className="font-semibold">{t("organizations.below")}</dt>
          <dd>
            <OrganizationsBelow entity={entity} below={below} />
          </dd>
        </div>
      </dl>
      {mayMove && <MoveForms entity={entity} candidates={candidates} />}
    </Card>
  );
}

function OrganizationLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to={`${list}/${id}`} className="inline-flex min-h-9 items-center text-primary underline">
      {name}
    </Link>
  );
}

function OrganizationsBelow({ entity, below }: Pick<OrganizationPageData, "entity" | "below">) {
  const { t } = useTranslation("control-panel");
  return (
    <>
      {below.organizations.length === 0 && <span className="text-ink-soft">{t("organizations.nothingBelow")}</span>}
      <ul>
        {below.organizations.map((organization) => (
          <li key={organization.id}>
            <OrganizationLink {...organization} />{" "}
            <span className="text-14 text-ink-soft">{t(`organizationTypes.${organization.type}`)}</span>
          </li>
        ))}
      </ul>
      {below.hasMore && (
        <Link
          to={panelListHref(list, { filters: { parent: entity.id } })}
          className="font-semibold text-primary underline"
        >
          {t("list.showAll")}
        </Link>
      )}
    </>
  );
}

/** Adds an organisation below this one, detaches this one from its parent, or moves it below another. */
function MoveForms({ entity, candidates }: Pick<OrganizationPageData, "entity" | "candidates">) {
  const { t } = useTranslation("control-panel");
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        <LinkButton to={`${list}/new?parent=${entity.id}`} size="small" icon={Plus}>
          {t("organizations.addBelow")}
        </LinkButton>
        {entity.attributes.parent.value && (
          <Form method="post">
            <Button name="intent" value={organizationIntents.free} size="small" icon={Unlink}>
              {t("organizations.free")}
            </Button>
          </Form>
        )}
      </div>
      <Picker
        name="above"
        label={t("organizations.move")}
        intent={organizationIntents.move}
        verb={t("organizations.moveHere")}
        candidates={candidates}
      />
    </>
  );
}
