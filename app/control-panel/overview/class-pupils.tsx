import { PeopleTable } from "~/control-panel/people/people-table";
import { listHref } from "~/shell/list-address";
import type { ClassWithPupils } from "./overview.server";

/** Pupils of one class on the overview, each with its row menu; bulk actions are on the class's page. */
export function ClassPupils({ group, pupils: { state, list, organization } }: ClassWithPupils) {
  const path = `/controlpanel/groups/${group.id}`;
  return (
    <section aria-label={group.name}>
      <h2 className="mb-3 wrap-anywhere text-22">{group.name}</h2>
      <PeopleTable
        kind="students"
        {...{ state, list }}
        group={group.id}
        organization={organization && { ...organization, bulkActions: [] }}
        href={(change) => listHref(path, { ...state, organization: null, filters: {} }, change)}
        choices={{ list: "students", columns: ["username", "lastSignIn"], isChosen: false }}
        empty={null}
      />
    </section>
  );
}
