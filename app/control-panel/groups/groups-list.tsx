import { Form, useSubmit } from "@remix-run/react";
import { Plus, RotateCw, Search, Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { GroupEntity } from "~/services/contracts/control-panel";
import { Button, LinkButton } from "~/ui/button";
import { TextField } from "~/ui/field";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { SelectField } from "~/ui/select";
import { EmptyState, ErrorState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import { listHref } from "../lists/list-address";
import type { GroupListData } from "./groups.server";

const path = "/controlpanel/groups";

/** A school's classes and groups. */
export function GroupsList(data: GroupListData) {
  const { t } = useTranslation("control-panel");
  const { state, organization, groups, total, nextCursor, failed } = data;
  const columns = useColumns(data);
  const add = organization?.actions.includes("CreateGroup") ? (
    <LinkButton to={`${path}/new?organization=${organization.id}`} variant="primary" icon={Plus}>
      {t("groups.add")}
    </LinkButton>
  ) : null;
  const from = (state.page - 1) * state.itemsPerPage + 1;
  return (
    <>
      <PageHeader title={t("nav.groups")} count={failed ? undefined : String(total)} actions={add} />
      <div className="space-y-4">
        <GroupSearch {...data} />
        {failed ? (
          <ErrorState
            title={t("list.failedTitle")}
            action={
              <LinkButton to={listHref(path, state, { page: state.page })} icon={RotateCw} reloadDocument>
                {t("list.retry")}
              </LinkButton>
            }
          >
            {t("list.failedText")}
          </ErrorState>
        ) : (
          <Table
            caption={t("nav.groups")}
            columns={columns}
            rows={groups}
            rowKey={(group) => group.id ?? ""}
            rowHref={(group) => `${path}/${group.id}`}
            empty={
              <EmptyState
                title={t(state.searchString ? "list.noMatchTitle" : "groups.emptyTitle")}
                icon={Users}
                action={add}
              >
                {t(state.searchString ? "list.noMatchText" : "groups.emptyText")}
              </EmptyState>
            }
          />
        )}
        <Pagination
          previousHref={state.page > 1 ? listHref(path, state, { page: state.page - 1 }) : null}
          nextHref={nextCursor && state.page < 1000 ? listHref(path, state, { page: state.page + 1 }) : null}
          position={t("list.position", { from, to: from + groups.length - 1, total })}
        />
      </div>
    </>
  );
}

function useColumns({ state, groups }: GroupListData): Column<GroupEntity>[] {
  const { t } = useTranslation("control-panel");
  const isSorted = state.sortBy === "name";
  const columns: Column<GroupEntity>[] = [
    {
      id: "name",
      header: t("fields.name"),
      cell: (group) => group.attributes.name.value,
      sortHref: listHref(path, state, { sortBy: "name", sortDesc: isSorted ? !state.sortDesc : false }),
      sorted: isSorted ? (state.sortDesc ? "descending" : "ascending") : undefined,
    },
    { id: "students", header: t("nav.students"), align: "end", cell: (group) => group.student_count },
    {
      id: "year",
      header: t("fields.typicalSchoolEntryYear"),
      from: "md",
      cell: (group) => group.attributes.typicalSchoolEntryYear.value,
    },
  ];
  if (new Set(groups.map((group) => group.attributes.organization.value?.id)).size > 1) {
    columns.push({
      id: "organization",
      header: t("fields.organizations"),
      from: "sm",
      cell: (group) => group.attributes.organization.value?.name,
    });
  }
  return columns;
}

function GroupSearch({ state, organization, organizations }: GroupListData) {
  const { t } = useTranslation("control-panel");
  const submit = useSubmit();
  const listed = organizations.filter((choice) => choice.actions.includes("ListGroups"));
  return (
    <Form method="get" action={path} role="search" key={`${organization?.id} ${state.searchString}`}>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t("list.searchNames")}
          hideLabel
          name="searchString"
          type="search"
          icon={Search}
          placeholder={t("list.searchNames")}
          defaultValue={state.searchString}
          maxLength={200}
          className="min-w-0 flex-1 basis-64 max-sm:basis-full"
          autoComplete="off"
        />
        {listed.length > 1 && (
          <SelectField
            label={t("list.organization")}
            hideLabel
            name="organization"
            defaultValue={organization?.id}
            className="min-w-0 basis-64 max-sm:flex-1 max-sm:basis-32"
            options={listed.map((choice) => ({ value: choice.id, label: choice.name }))}
            onChange={(event) => submit(event.currentTarget.form)}
          />
        )}
        <Button>{t("list.searchButton")}</Button>
      </div>
    </Form>
  );
}
