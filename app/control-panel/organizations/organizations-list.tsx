import { Plus, School, Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { OrganizationEntity } from "~/services/contracts/control-panel";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { ChipLink } from "~/ui/chip";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import { FailedList, ListSearch, sortable } from "../list-parts";
import { type ListState, listHref, toggleFilter } from "../lists/list-address";
import { organizationHref, organizationTypes } from "./organization-types";
import type { OrganizationListData } from "./organizations-list.server";

const path = "/controlpanel/organizations";

/** Schools and what they belong to, as far as one may see. */
export function OrganizationsList(data: OrganizationListData) {
  const { t } = useTranslation("control-panel");
  const { state, organizations, total, hasMore, nextCursor, failed } = data;
  const href = (change: Partial<ListState>) => listHref(path, state, change);
  const columns = useColumns(state, href);
  const add = data.mayAdd ? (
    <LinkButton to={`${path}/new`} variant="primary" icon={Plus}>
      {t("organizations.add")}
    </LinkButton>
  ) : null;
  const from = (state.page - 1) * state.itemsPerPage + 1;
  const words = { from, to: from + organizations.length - 1, total };
  const count = hasMore ? t("list.moreThan", { total }) : String(total);
  return (
    <>
      <PageHeader title={t("nav.organizations")} count={failed ? undefined : count} actions={add} />
      <div className="space-y-4">
        <ListSearch path={path} label={t("list.searchNames")} state={state} />
        <OrganizationFilters state={state} href={href} maySeeDeleted={data.maySeeDeleted} />
        {failed ? (
          <FailedList href={href} state={state} />
        ) : (
          <Table
            caption={t("nav.organizations")}
            columns={columns}
            rows={organizations}
            rowKey={(organization) => organization.id}
            rowHref={organizationHref}
            empty={<Empty state={state} href={href} />}
          />
        )}
        <Pagination
          previousHref={state.page > 1 ? href({ page: state.page - 1 }) : null}
          nextHref={nextCursor && state.page < 1000 ? href({ page: state.page + 1 }) : null}
          position={t(hasMore ? "list.positionMore" : "list.position", words)}
        />
      </div>
    </>
  );
}

type Href = (change: Partial<ListState>) => string;

function Empty({ state, href }: { state: ListState; href: Href }) {
  const { t } = useTranslation("control-panel");
  const isNarrowed = state.searchString !== "" || Object.keys(state.filters).length > 0;
  if (!isNarrowed) return <EmptyState title={t("organizations.emptyTitle")} icon={School} />;
  return (
    <EmptyState
      title={t("list.noMatchTitle")}
      icon={Search}
      action={<LinkButton to={href({ searchString: "", filters: {} })}>{t("list.showAll")}</LinkButton>}
    >
      {t("list.noMatchText")}
    </EmptyState>
  );
}

/** Kinds and states to narrow a list of organisations by. */
export function OrganizationFilters({
  state,
  href,
  maySeeDeleted,
}: {
  state: ListState;
  href: Href;
  maySeeDeleted: boolean;
}) {
  const { t } = useTranslation("control-panel");
  const chips: Array<[name: string, value: string, text: string]> = [
    ...organizationTypes.map((type): [string, string, string] => ["type", type, t(`organizationTypes.${type}`)]),
    ["status", "inactive", t("status.inactive")],
  ];
  if (maySeeDeleted) chips.push(["status", "deleted", t("status.deleted")]);
  return (
    <nav aria-label={t("list.filters")} className="flex flex-wrap gap-2">
      {chips.map(([name, value, text]) => (
        <ChipLink
          key={value}
          to={href({ filters: toggleFilter(state.filters, name, value) })}
          isChosen={state.filters[name] === value}
        >
          {text}
        </ChipLink>
      ))}
    </nav>
  );
}

function useColumns(state: ListState, href: Href): Column<OrganizationEntity>[] {
  const { t } = useTranslation("control-panel");
  return [
    {
      id: "name",
      header: t("fields.name"),
      cell: ({ attributes: { name, status } }) => (
        <span className="flex flex-wrap items-center gap-2">
          {name.value}
          {status.value !== "active" && <Badge tone="warning">{t(`status.${status.value}`)}</Badge>}
        </span>
      ),
      ...sortable("name", state, href),
    },
    { id: "type", header: t("fields.type"), cell: ({ attributes }) => t(`organizationTypes.${attributes.type.value}`) },
    { id: "parent", header: t("fields.parent"), from: "md", cell: ({ attributes }) => attributes.parent.value?.name },
    { id: "city", header: t("fields.city"), from: "lg", cell: ({ attributes }) => attributes.city.value },
  ];
}
