import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useDay } from "~/shell/moment";
import { breakable } from "~/ui/breakable";
import { Button, LinkButton } from "~/ui/button";
import { Checkbox } from "~/ui/choice";
import { Form } from "~/ui/form";
import { Trash2, Undo2 } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import { useHydrated } from "~/ui/use-hydrated";
import type { DeletedPageData } from "./deleted.server";
import { deletedIntents } from "./deleted-intents";

type Deleted = { id: string; name: string; deletedAt: string; restorableUntil: string };
type DeletedPerson = DeletedPageData["people"][number];

/** Deleted people and groups of an organisation, with the restore deadline and button. */
export function DeletedPage({ id, name, people, groups, page, hasMore }: DeletedPageData) {
  const { t } = useTranslation("control-panel");
  const path = `/controlpanel/organizations/${id}`;
  const href = (to: number) => (to > 1 ? `${path}/deleted?page=${to}` : `${path}/deleted`);
  return (
    <>
      <PageHeader crumbs={[{ label: name, to: path }]} title={t("deleted.title")} intro={t("deleted.intro")} />
      {people.length + groups.length === 0 && page === 1 && (
        <EmptyState title={t("deleted.emptyTitle")} icon={Trash2}>
          {t("deleted.emptyText")}
        </EmptyState>
      )}
      <div className="space-y-8">
        {(people.length > 0 || page > 1) && <DeletedPeople people={people} page={page} href={href} hasMore={hasMore} />}
        {groups.length > 0 && page === 1 && <DeletedGroups groups={groups} />}
      </div>
    </>
  );
}

type PeopleProps = Pick<DeletedPageData, "people" | "page" | "hasMore"> & { href: (page: number) => string };

/** People of one page, with checkboxes to restore several at once. */
function DeletedPeople({ people, page, href, hasMore }: PeopleProps) {
  const { t } = useTranslation("control-panel");
  const times = useTimes();
  const formId = useId();
  return (
    <section aria-labelledby="deleted-people" className="space-y-4">
      <h2 id="deleted-people" className="text-22">
        {t("deleted.people")}
      </h2>
      <Form method="post" id={formId} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button name="intent" value={deletedIntents.restorePeople} icon={Undo2}>
          {t("deleted.restoreChosen")}
        </Button>
        <TickAll form={formId} label={t("deleted.tickAll")} />
      </Form>
      <Table
        caption={t("deleted.people")}
        rows={people}
        rowKey={(person) => person.id}
        columns={[
          {
            id: "chosen",
            header: <span className="sr-only">{t("deleted.choose")}</span>,
            cell: ({ id, type, name }) => (
              <Checkbox
                form={formId}
                name="people"
                value={`${type} ${id}`}
                label={t("deleted.chooseOne", { name })}
                hideLabel
              />
            ),
          },
          {
            id: "name",
            header: t("fields.name"),
            cell: (person) => (
              <Named
                {...person}
                details={[t(`kinds.${person.type}.one`), person.username]}
                until={times.until(person)}
              />
            ),
          },
          { id: "kind", header: t("fields.type"), from: "md", cell: ({ type }) => t(`kinds.${type}.one`) },
          { id: "username", header: t("fields.username"), from: "lg", cell: (person) => person.username },
          ...times.columns,
          restoreColumn(t("restore.button"), (person: DeletedPerson) => <RestorePerson {...person} />),
        ]}
      />
      <Pagination
        previousHref={page > 1 ? href(page - 1) : null}
        nextHref={hasMore ? href(page + 1) : null}
        position={String(page)}
      />
    </section>
  );
}

function DeletedGroups({ groups }: Pick<DeletedPageData, "groups">) {
  const { t } = useTranslation("control-panel");
  const times = useTimes();
  return (
    <section aria-labelledby="deleted-groups" className="space-y-4">
      <h2 id="deleted-groups" className="text-22">
        {t("nav.groups")}
      </h2>
      <Table
        caption={t("nav.groups")}
        rows={groups}
        rowKey={(group) => group.id}
        columns={[
          {
            id: "name",
            header: t("fields.name"),
            cell: (group) => <Named {...group} details={[]} until={times.until(group)} />,
          },
          ...times.columns,
          restoreColumn(t("restore.button"), (group: Deleted) => (
            <RestoreForm intent={deletedIntents.restoreGroup} {...group} />
          )),
        ]}
      />
    </section>
  );
}

/** Checkbox that selects everybody on the page; needs script, so it is only rendered after hydration. */
function TickAll({ form, label }: { form: string; label: string }) {
  if (!useHydrated()) return null;
  return (
    <Checkbox
      label={label}
      onChange={({ currentTarget }) => {
        const boxes = document.querySelectorAll<HTMLInputElement>(`input[form="${form}"][name=people]`);
        for (const box of boxes) box.checked = currentTarget.checked;
      }}
    />
  );
}

function useTimes() {
  const { t } = useTranslation("control-panel");
  const day = useDay();
  const columns: Column<Deleted>[] = [
    { id: "deletedAt", header: t("deleted.at"), from: "md", cell: ({ deletedAt }) => day(deletedAt) },
    { id: "until", header: t("deleted.until"), from: "sm", cell: ({ restorableUntil }) => day(restorableUntil) },
  ];
  return { columns, until: ({ restorableUntil }: Deleted) => t("deleted.untilDay", { day: day(restorableUntil) }) };
}

/** The name; on small screens also the values of the hidden columns. */
function Named({ name, details, until }: { name: string; details: string[]; until: string }) {
  return (
    <>
      {breakable(name)}
      {details.length > 0 && (
        <span className="block font-normal text-14 text-ink-soft lg:hidden">{breakable(details.join(" · "))}</span>
      )}
      <span className="block font-normal text-14 text-ink-soft sm:hidden">{until}</span>
    </>
  );
}

function restoreColumn<Row>(header: string, cell: Column<Row>["cell"]): Column<Row> {
  return { id: "restore", header: <span className="sr-only">{header}</span>, align: "end", cell };
}

/** If the username is taken, a link to the page that asks for another; else the restore button. */
function RestorePerson({ id, type, name, isUsernameTaken }: DeletedPerson) {
  const { t } = useTranslation("control-panel");
  if (!isUsernameTaken) return <RestoreForm intent={deletedIntents.restorePerson} id={id} kind={type} name={name} />;
  return (
    <LinkButton to={`/controlpanel/${type}/${id}/restore`} size="small" aria-label={t("deleted.restore", { name })}>
      {t("restore.button")}
    </LinkButton>
  );
}

function RestoreForm({ intent, id, kind, name }: { intent: string; id: string; kind?: string; name: string }) {
  const { t } = useTranslation("control-panel");
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      {kind && <input type="hidden" name="kind" value={kind} />}
      <Button name="intent" value={intent} size="small" aria-label={t("deleted.restore", { name })}>
        {t("restore.button")}
      </Button>
    </Form>
  );
}
