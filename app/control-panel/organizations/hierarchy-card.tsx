import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Picker } from "~/control-panel/forms/picker";
import type { OrganizationDetails } from "~/services/contracts/pages/organization-page";
import { panelListHref } from "~/shell/list-address";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { Plus, Unlink } from "~/ui/icons";
import { organizationIntents } from "./organization-fields";
import type { OrganizationPageData } from "./organization-page.server";

const list = "/controlpanel/organizations";

/** The organisation's parent and the organisations directly below it, with the forms that change the tree. */
export function HierarchyCard({ organization, candidates }: OrganizationPageData) {
  const { t } = useTranslation("control-panel");
  const { parent, type, below, mayOpenParent, mayChangeParent } = organization;
  const mayMove = mayChangeParent && type !== "consumer";
  if (!parent && below.organizations.length === 0 && !mayMove) return null;
  return (
    <Card title={t("organizations.tree")}>
      <dl className="space-y-4">
        <div>
          <dt className="font-semibold">{t("fields.parent")}</dt>
          <dd>
            {parent && mayOpenParent && <OrganizationLink {...parent} />}
            {parent && !mayOpenParent && parent.name}
            {!parent && <span className="text-ink-soft">{t("organizations.standsAlone")}</span>}
          </dd>
        </div>
        <div>
          <dt className="font-semibold">{t("organizations.below")}</dt>
          <dd>
            <OrganizationsBelow {...organization} />
          </dd>
        </div>
      </dl>
      {mayMove && <MoveForms {...organization} candidates={candidates} />}
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

function OrganizationsBelow({ id, below }: Pick<OrganizationDetails, "id" | "below">) {
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
        <Link to={panelListHref(list, { filters: { parent: id } })} className="font-semibold text-primary underline">
          {t("list.showAll")}
        </Link>
      )}
    </>
  );
}

type MoveProps = Pick<OrganizationDetails, "id" | "parent"> & Pick<OrganizationPageData, "candidates">;

/** Adds an organisation below this one, detaches this one from its parent, or moves it below another. */
function MoveForms({ id, parent, candidates }: MoveProps) {
  const { t } = useTranslation("control-panel");
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        <LinkButton to={`${list}/new?parent=${id}`} size="small" icon={Plus}>
          {t("organizations.addBelow")}
        </LinkButton>
        {parent && (
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
