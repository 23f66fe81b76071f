import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { GroupTabs } from "~/control-panel/groups/group-tabs";
import { PersonHeader, PersonTabs } from "~/control-panel/people/person-header";
import { panelListHref } from "~/shell/list-address";
import { PageHeader } from "~/ui/page-header";
import type { ShelfOwnerEntity } from "./owner.server";

type OwnerFrameProps = {
  owner: ShelfOwnerEntity;
  current: "shelf" | "reading";
  /** Title of the page if the owner has no tabs. */
  title: string;
  children: ReactNode;
};

/** Layout of a page of a person, a class or an organisation: header and tabs of the owner. */
export function OwnerFrame({ owner, current, title, children }: OwnerFrameProps) {
  const { t } = useTranslation("control-panel");
  if (owner.kind === "groups") {
    const { name, organization } = owner.group;
    const to = panelListHref("/controlpanel/groups", { organization: organization.id });
    return (
      <>
        <PageHeader crumbs={[{ label: t("nav.groups"), to }]} title={name} intro={organization.name} />
        <GroupTabs group={owner.group} current={current} />
        {children}
      </>
    );
  }
  if (owner.kind === "organizations") {
    const { id, name } = owner.organization;
    return (
      <>
        <PageHeader crumbs={[{ label: name, to: `/controlpanel/organizations/${id}` }]} title={title} />
        {children}
      </>
    );
  }
  return (
    <>
      <PersonHeader person={owner.person} backHref={owner.backHref} />
      <PersonTabs person={owner.person} backHref={owner.backHref} current={current} />
      {children}
    </>
  );
}
