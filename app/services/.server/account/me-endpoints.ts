import { accessOf } from "~/services/.server/directory/access";
import { requireOnPerson } from "~/services/.server/directory/authorisation";
import { joinGroupByCode } from "~/services/.server/directory/groups/group-codes";
import { type Family, familyState, findFamily } from "~/services/.server/directory/people/families";
import { listOwnGroups, listOwnOrganizations } from "~/services/.server/directory/people/own-account-store";
import type { Person } from "~/services/.server/directory/people/people-store";
import { mayChangeOwnEmail } from "~/services/.server/directory/permissions";
import { mayChangeOwnPassword, splitName } from "~/services/.server/directory/rules";
import { findSubscriptions } from "~/services/.server/directory/subscriptions/subscriptions-store";
import { type Endpoints, endpoint, ownEndpoint } from "~/services/.server/dispatch/endpoint";
import { listMailsOf } from "~/services/.server/mail/due-mails-store";
import { accountContracts as contracts, type Me } from "~/services/contracts/account";
import { notFound } from "~/services/contracts/service-error";
import { normalLabel } from "~/services/contracts/service-labels";
import { type AccountDeps, databaseOf, requireOwnEntry } from "./deps";

type Names = "getMe" | "getMyOrganizations" | "getMyGroups" | "getMyDetails" | "getMails" | "joinGroup";

/** Mails that one call returns. */
const mostMails = 200;

/** The user's own person, organisations and groups. docs/product/shell.md#entities. */
export function meEndpoints(deps: AccountDeps): Endpoints<Pick<typeof contracts, Names>> {
  return {
    getMe: endpoint({
      contract: contracts.getMe,
      authorise: async (_, caller) => ({ person: await requireOwnEntry(deps, caller) }),
      async handle(_, { person }, caller) {
        const [subscriptions, hasPassword, family] = await Promise.all([
          findSubscriptions(databaseOf(deps, caller), person.id),
          deps.proofs.hasPassword(caller.realm, person.uid),
          person.type === "guardian" ? findFamily(databaseOf(deps, caller), caller.realm, { uid: person.uid }) : null,
        ]);
        const labels = subscriptions.filter(({ active }) => active).map(({ label }) => normalLabel(label));
        return {
          status: 200,
          body: { ...meOf(person, hasPassword), services: [...new Set(labels)], family: familyOf(family) },
        };
      },
    }),
    getMyOrganizations: ownEndpoint({
      contract: contracts.getMyOrganizations,
      async handle({ query }, { uid }, { realm, region }) {
        const page = { number: query.pageNumber, size: query.pageSize };
        const { items, totalCount } = await listOwnOrganizations(deps.databases[region], { realm, uid }, page);
        return { status: 200, body: { data: items, meta: { totalCount } } };
      },
    }),
    getMyDetails: endpoint({
      contract: contracts.getMyDetails,
      authorise: async (_, caller) => ({ person: await requireOwnEntry(deps, caller) }),
      async handle(_, { person: { address, postalCode } }) {
        return { status: 200, body: { address, postalCode } };
      },
    }),
    getMails: ownEndpoint({
      contract: contracts.getMails,
      async handle(_, { uid }, { realm, region }) {
        const mails = await listMailsOf(deps.databases[region], { realm, uid }, mostMails);
        const data = mails
          .filter(({ state }) => state !== "withheld")
          .map(({ kind, createdAt, sentAt }) => ({
            kind,
            createdAt: createdAt.toISOString(),
            sentAt: sentAt?.toISOString() ?? null,
          }));
        return { status: 200, body: { data } };
      },
    }),
    joinGroup: endpoint({
      contract: contracts.joinGroup,
      async authorise(_, caller) {
        const person = await requireOwnEntry(deps, caller);
        const access = accessOf(caller);
        requireOnPerson(access, person, "JoinGroup");
        return { person, access };
      },
      async handle({ body }, { person, access }, caller) {
        await deps.proofs.countGroupCode(caller.realm, person.uid);
        const group = await joinGroupByCode(databaseOf(deps, caller), access, person, body.code);
        if (!group) throw notFound();
        return { status: 200, body: { data: group } };
      },
    }),
    getMyGroups: ownEndpoint({
      contract: contracts.getMyGroups,
      async handle({ query }, { uid }, { realm, region }) {
        const page = { number: query.pageNumber, size: query.pageSize };
        const { items, totalCount } = await listOwnGroups(deps.databases[region], { realm, uid }, page);
        return { status: 200, body: { data: items, meta: { totalCount } } };
      },
    }),
  };
}

function familyOf(family: Family | null): Me["family"] {
  if (!family) return null;
  const { period } = family;
  return { state: familyState(family), subscription: period?.type ?? null, endsOn: period?.endsOn ?? null };
}

function meOf(person: Person, hasPassword: boolean): Omit<Me, "services" | "family"> {
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
  };
}
