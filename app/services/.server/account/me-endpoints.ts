import { listOwnGroups, listOwnOrganizations } from "~/services/.server/directory/people/own-account-store";
import { findPerson, type Person } from "~/services/.server/directory/people/people-store";
import { mayChangeOwnEmail } from "~/services/.server/directory/permissions";
import { mayChangeOwnPassword, splitName } from "~/services/.server/directory/rules";
import { findSubscriptions } from "~/services/.server/directory/subscriptions-store";
import { anyCaller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import { accountContracts as contracts, type Me } from "~/services/contracts/account";
import { unauthorized } from "~/services/contracts/service-error";
import { normalLabel } from "~/services/contracts/service-labels";
import { type AccountDeps, databaseOf, userOf } from "./deps";

type Names = "getMe" | "getMyOrganizations" | "getMyGroups";

/** Nobody is their own guardian, so no caller is needed to read a person's own entry. */
const noGuardian = 0;

/** Who one is, and where one belongs. Spec 1, section 3. */
export function meEndpoints(deps: AccountDeps): Endpoints<Pick<typeof contracts, Names>> {
  return {
    getMe: unprovedEndpoint({
      contract: contracts.getMe,
      authorise: anyCaller,
      async handle(_, caller) {
        const { uid } = userOf(caller);
        const database = databaseOf(deps, caller);
        const [person, hasPassword] = await Promise.all([
          findPerson(database, caller.realm, uid, noGuardian),
          deps.proofs.hasPassword(caller.realm, uid),
        ]);
        if (!person) throw unauthorized();
        const subscriptions = await findSubscriptions(database, person.id);
        const labels = subscriptions.filter(({ active }) => active).map(({ label }) => normalLabel(label));
        return { status: 200, body: meOf(person, hasPassword, [...new Set(labels)]) };
      },
    }),
    getMyOrganizations: unprovedEndpoint({
      contract: contracts.getMyOrganizations,
      authorise: anyCaller,
      async handle({ query }, caller) {
        const own = { realm: caller.realm, uid: userOf(caller).uid };
        const page = { number: query.pageNumber, size: query.pageSize };
        const { items, totalCount } = await listOwnOrganizations(databaseOf(deps, caller), own, page);
        return { status: 200, body: { data: items, meta: { totalCount } } };
      },
    }),
    getMyGroups: unprovedEndpoint({
      contract: contracts.getMyGroups,
      authorise: anyCaller,
      async handle({ query }, caller) {
        const own = { realm: caller.realm, uid: userOf(caller).uid };
        const page = { number: query.pageNumber, size: query.pageSize };
        const { items, totalCount } = await listOwnGroups(databaseOf(deps, caller), own, page);
        return { status: 200, body: { data: items, meta: { totalCount } } };
      },
    }),
  };
}

function meOf(person: Person, hasPassword: boolean, services: string[]): Me {
  const name = splitName(person.name);
  const active = person.places.filter((place) => place.active);
  const roles = new Set<Me["roles"][number]>(active.map((place) => place.role));
  if (active.some((place) => place.role === "employee" && place.admin)) roles.add("admin");
  return {
    uid: person.uid,
    username: person.username,
    firstname: person.firstName ?? name.firstName,
    lastname: person.lastName ?? name.lastName ?? "",
    email: person.email,
    emailVerified: person.email !== null && person.emailVerified,
    speakingBookRights: person.speakingBookRights,
    hidePasswordChange: !hasPassword || !mayChangeOwnPassword(person),
    sharedAccount: person.shared,
    mayChangeEmail: mayChangeOwnEmail(person),
    identifiers: {
      legacyId: person.id,
      externalId: person.externalId,
      eppn: person.eppn,
      gsuiteId: person.gsuiteId,
      gsuiteEmail: person.gsuiteEmail,
      office365: person.office365,
      bankid: person.bankid,
      sms: person.sms,
    },
    roles: [...roles],
    associations: person.places.map(({ uid, name, role, admin, active }) => ({ uid, name, role, admin, active })),
    memberships: person.groups.map(({ uid, name }) => ({ uid, name })),
    services,
  };
}
