import { accessOf, permissionContextOf } from "~/services/.server/directory/access";
import type { Relation } from "~/services/.server/directory/grants";
import { findPerson } from "~/services/.server/directory/people/people-store";
import { actionsAnywhere, attributeLevel } from "~/services/.server/directory/permissions";
import { findSubscriptions } from "~/services/.server/directory/subscriptions/subscriptions-store";
import { type Endpoints, ownEndpoint } from "~/services/.server/dispatch/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { unauthorized } from "~/services/contracts/service-error";
import { normalLabel } from "~/services/contracts/service-labels";
import type { ControlPanelDeps } from "./deps";
import { personEntity } from "./entities";

/** The caller's profile. docs/product/control-panel.md#entities, #states. */
export function createMeEndpoint(
  deps: ControlPanelDeps,
  contracts: ControlPanelContracts,
): Endpoints<Pick<ControlPanelContracts, "getMe">> {
  return {
    getMe: ownEndpoint({
      contract: contracts.getMe,
      async handle(_, _self, caller) {
        // Allowed before the second factor, since it determines what the UI shows.
        const database = deps.databases[caller.region];
        const access = accessOf(caller);
        const [person, subscriptions] = await Promise.all([
          findPerson(database, access.realm, access.uid, access.userId),
          findSubscriptions(database, access.userId),
        ]);
        if (!person) throw unauthorized();
        const { attributes } = personEntity(access, person);
        const { editable } = attributeLevel(permissionContextOf(access, person), "name");
        const held: Relation[] = ["self"];
        if (access.worksIn.length > 0) held.push("employee");
        if (access.administers.length > 0) held.push("administrator");
        if (access.isSuper) held.push("super");
        if (access.type === "guardian") held.push("guardian");
        const organizationUids = new Map(person.places.map((place) => [place.id, place.uid]));
        const viewOnly = <T>(value: T) => ({ value, viewable: 2 as const, editable: 0 as const });
        return {
          status: 200,
          body: {
            data: {
              id: person.uid,
              type: "users",
              attributes: {
                name: { value: person.name, viewable: 2, editable },
                username: attributes.username,
                email: attributes.email,
                guest: viewOnly(false),
                eppn: attributes.eppn,
                gsuiteemail: attributes.gsuiteemail,
                office365: attributes.office365,
                bankid: attributes.bankid,
                sms: attributes.sms,
                groups: viewOnly(
                  person.groups.map((group) => ({
                    id: group.uid,
                    name: group.name,
                    organization_id: organizationUids.get(group.organizationId) ?? "",
                  })),
                ),
                organizations: viewOnly(
                  (attributes.organizations.value ?? [])
                    .filter((place) => place.active)
                    .map((place) => ({
                      id: place.id,
                      name: place.name,
                      role: place.role,
                      admin: place.admin,
                      value: place,
                    })),
                ),
                subscriptions: viewOnly(byLabel(subscriptions)),
              },
              actions: actionsAnywhere(held, access.type),
            },
          },
        };
      },
    }),
  };
}

function byLabel(subscriptions: Array<{ type: string; label: string; active: boolean }>) {
  const labels = new Map<string, Array<{ type: string; active: boolean }>>();
  for (const { type, label, active } of subscriptions) {
    const name = normalLabel(label);
    labels.set(name, [...(labels.get(name) ?? []), { type, active }]);
  }
  return [...labels].map(([label, values]) => ({ label, values }));
}
