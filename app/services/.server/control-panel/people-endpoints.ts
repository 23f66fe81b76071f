import { sql } from "drizzle-orm";
import type { Transaction } from "~/db/.server/connect";
import { type Access, relationToOrganization } from "~/services/.server/directory/access";
import {
  authoriseCaller,
  authoriseNewPerson,
  authorisePerson,
  mayDoToPerson,
  type PersonProof,
  readUid,
  requireOnOrganization,
} from "~/services/.server/directory/authorisation";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import { appointAdministrator } from "~/services/.server/directory/people/appointment";
import {
  makePassword,
  passwordValidity,
  placesOf,
  setFirstPassword,
} from "~/services/.server/directory/people/first-passwords";
import { writePupil } from "~/services/.server/directory/people/guardianships-store";
import { changePerson, createPerson, findPerson, type Person } from "~/services/.server/directory/people/people-store";
import { deletePerson, findDeletion, restorePerson } from "~/services/.server/directory/people/person-deletion";
import { type Caller, type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { formMessages } from "~/services/contracts/form-messages";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { conflict, notFound, validationError } from "~/services/contracts/service-error";
import type { ControlPanelDeps } from "./deps";
import { personEntity, templateEntity, typeOf } from "./entities";
import { writeMeta } from "./list-query";
import { authoriseAttributes, onlyChanges } from "./person-writes";

/** Endpoints for a single person of each type. docs/product/control-panel.md#calls. */

type PeopleCalls = Pick<
  ControlPanelContracts,
  | "getPersonTemplate"
  | "getPerson"
  | "createPerson"
  | "updatePerson"
  | "appointAdministrator"
  | "deletePerson"
  | "getPersonDeletion"
  | "restorePerson"
  | "resetPassword"
  | "getRelatives"
  | "putPupil"
  | "deletePupil"
>;

export function createPeopleEndpoints(
  deps: ControlPanelDeps,
  contracts: ControlPanelContracts,
): Endpoints<PeopleCalls> {
  const response = (access: Access, person: Person) => ({
    data: personEntity(access, person),
    meta: { version: person.version },
  });

  async function readAgain({ database, access, person }: PersonProof) {
    const again = await findPerson(database, access.realm, person.uid, access.userId);
    if (!again) throw notFound();
    return { status: 200 as const, body: response(access, again) };
  }

  /** `pupil` is null if the caller may not edit the pupil. */
  async function authoriseTie({ id, studentId }: { id: string; studentId: string }, caller: Caller) {
    const options = { type: "guardian", exceptSelf: true } as const;
    const proof = await authorisePerson(authoriseCaller(deps, caller), id, "EditUserInfo", options);
    const { database, access } = proof;
    const pupil = await findPerson(database, access.realm, readUid(studentId), access.userId, { type: "student" });
    return { ...proof, pupil: pupil && mayDoToPerson(access, pupil, "EditUserInfo") ? pupil : null };
  }

  function authoriseRestoration({ id, type }: { id: string; type: PersonKind }, caller: Caller) {
    const options = { type: typeOf[type], withDeleted: true, isHidden: true };
    return authorisePerson(authoriseCaller(deps, caller), id, "RestoreUser", options);
  }

  return {
    getPersonTemplate: endpoint({
      contract: contracts.getPersonTemplate,
      authorise: ({ params }, caller) => authoriseNewPerson(authoriseCaller(deps, caller), typeOf[params.type]),
      handle: async (_, { context }) => ({
        status: 200,
        body: { data: templateEntity(context), meta: { version: 0 } },
      }),
    }),

    getPerson: endpoint({
      contract: contracts.getPerson,
      authorise: ({ params }, caller) =>
        authorisePerson(authoriseCaller(deps, caller), params.id, "ViewUserInfo", { type: typeOf[params.type] }),
      handle: async (_, { access, person }) => ({ status: 200, body: response(access, person) }),
    }),

    createPerson: endpoint({
      contract: contracts.createPerson,
      async authorise({ params, body }, caller) {
        const proof = authoriseNewPerson(authoriseCaller(deps, caller), typeOf[params.type]);
        return { ...proof, ...(await authoriseAttributes(proof, body.data.attributes, null)) };
      },
      async handle({ params }, { database, access, context, read, places }) {
        const columns = { ...read.columns } as Parameters<typeof createPerson>[2]["columns"];
        const made = await createPerson(database, access, {
          type: context.type,
          columns: read.status ? { ...columns, status: read.status } : columns,
          places: places.write,
          setPassword: passwordWriter(access, context.type, places.write, read.password),
        });
        const person = await findPerson(database, access.realm, made.uid, access.userId);
        if (!person) throw notFound();
        const location = `/services/control-panel/${params.version}/${params.type}/${made.uid}`;
        return { status: 201, body: response(access, person), headers: { location } };
      },
    }),

    updatePerson: endpoint({
      contract: contracts.updatePerson,
      async authorise({ params, body }, caller) {
        const options = { type: typeOf[params.type] };
        const actions = ["EditUserInfo", "EditPassword"] as const;
        const proof = await authorisePerson(authoriseCaller(deps, caller), params.id, actions, options);
        return { ...proof, ...(await authoriseAttributes(proof, body.data.attributes, proof.person)) };
      },
      async handle({ body }, proof) {
        const { database, access, person, read, places } = proof;
        const columns = onlyChanges({ ...read.columns, ...(read.status ? { status: read.status } : {}) }, person);
        const attributes = [
          ...Object.keys(columns),
          ...(places.write.length + places.leave.length > 0 ? ["organizations"] : []),
        ];
        const expectedVersion = body.meta?.version ?? null;
        const isStale = expectedVersion !== null && expectedVersion !== person.version;
        if (attributes.length > 0 || isStale) {
          await changePerson(database, access, person, {
            columns,
            placesToWrite: places.write,
            placesToLeave: places.leave,
            setPassword: passwordWriter(access, person.type, [], read.password),
            attributes,
            expectedVersion,
          });
          // Ends the sessions of a disabled account; also when it becomes shared or personal, since its users change.
          if (columns.status === "inactive" || columns.shared !== undefined)
            await deps.credentials.endSessions(access.realm, person.uid);
        } else if (read.password) await setFirstPassword(deps.credentials, database, access, person, read.password);
        return readAgain(proof);
      },
    }),

    appointAdministrator: endpoint({
      contract: contracts.appointAdministrator,
      async authorise({ params, body }, caller) {
        const proof = await authorisePerson(authoriseCaller(deps, caller), params.id, "AppointAdministrator", {
          type: "employee",
          exceptSelf: true,
        });
        const place = proof.person.places.find(({ uid }) => uid === body.organization);
        const relation = place ? relationToOrganization(proof.access, place) : "none";
        if (!place?.active || relation === "none") {
          throw validationError([{ attribute: "organization", reason: formMessages.incorrectFormat }]);
        }
        // Same permission as for creating users there.
        requireOnOrganization(relation, "CreateUser");
        await deps.credentials.requireFreshProof(caller, body.currentPassword);
        return { ...proof, place };
      },
      async handle(_, proof) {
        const { database, access, person, place } = proof;
        if (!place.admin) await appointAdministrator(database, access, person, place);
        return readAgain(proof);
      },
    }),

    deletePerson: endpoint({
      contract: contracts.deletePerson,
      authorise: ({ params }, caller) =>
        authorisePerson(authoriseCaller(deps, caller), params.id, "DeleteUser", {
          type: typeOf[params.type],
          withDeleted: true,
        }),
      async handle(_, { database, access, person }) {
        if (await deletePerson(database, access, person)) await deps.credentials.endSessions(access.realm, person.uid);
        return { status: 204, body: undefined };
      },
    }),

    getPersonDeletion: endpoint({
      contract: contracts.getPersonDeletion,
      authorise: ({ params }, caller) => authoriseRestoration(params, caller),
      async handle(_, { database, access, person }) {
        const deletion = await findDeletion(database, access, person);
        if (!deletion) throw notFound();
        const { name, username } = person;
        return { status: 200, body: { data: { name, username, ...deletion } } };
      },
    }),

    restorePerson: endpoint({
      contract: contracts.restorePerson,
      authorise: ({ params }, caller) => authoriseRestoration(params, caller),
      async handle({ body }, proof) {
        const { database, access, person } = proof;
        // People deleted together with an organisation are restored with it.
        if (person.places.length === 0) throw conflict(formMessages.conflict);
        const username = body?.username ?? person.username;
        const changed = username === person.username ? null : username;
        if (!(await restorePerson(database, access, person, changed))) throw notFound();
        return readAgain(proof);
      },
    }),

    resetPassword: endpoint({
      contract: contracts.resetPassword,
      authorise({ params }, caller) {
        const options = { type: typeOf[params.type], exceptSelf: true };
        return authorisePerson(authoriseCaller(deps, caller), params.id, "EditPassword", options);
      },
      async handle(_, { database, access, person }) {
        const password = makePassword(access.realm, person.type);
        await setFirstPassword(deps.credentials, database, access, person, password);
        return { status: 200, body: { data: { password } } };
      },
    }),

    getRelatives: endpoint({
      contract: contracts.getRelatives,
      authorise: ({ params }, caller) =>
        authorisePerson(authoriseCaller(deps, caller), params.id, "ViewUserInfo", { type: typeOf[params.type] }),
      async handle(_, { database, access, person }) {
        const filters = person.type === "guardian" ? { guardianUid: person.uid } : { studentUid: person.uid };
        const { people } = await listPeople(database, {
          realm: access.realm,
          organization: null,
          callerId: access.userId,
          filters: { ...filters, types: [person.type === "guardian" ? "student" : "guardian"] },
          sorts: [{ by: "name", order: "asc" }],
          page: { number: 1, size: 100, cursor: null },
          count: "capped",
        });
        const visible = people.filter((other) => mayDoToPerson(access, other, "ViewUserInfo"));
        const total = { totalCount: visible.length, more: false };
        return {
          status: 200,
          body: { data: visible.map((other) => personEntity(access, other)), meta: writeMeta(total, null) },
        };
      },
    }),

    putPupil: endpoint({
      contract: contracts.putPupil,
      authorise: ({ params }, caller) => authoriseTie(params, caller),
      async handle(_, { database, access, person, pupil }) {
        if (!pupil) throw validationError([{ attribute: "students", reason: formMessages.incorrectFormat }]);
        await writePupil(database, access, person, pupil, true);
        return { status: 204, body: undefined };
      },
    }),

    deletePupil: endpoint({
      contract: contracts.deletePupil,
      authorise: ({ params }, caller) => authoriseTie(params, caller),
      async handle(_, { database, access, person, pupil }) {
        if (pupil) await writePupil(database, access, person, pupil, false);
        return { status: 204, body: undefined };
      },
    }),
  };

  /**
   * Returns a function that sets the password, if given, in the transaction that writes the person. `places`: a new person's organisations,
   * which are not stored yet.
   */
  function passwordWriter(
    { realm }: Access,
    type: Person["type"],
    places: ReadonlyArray<{ organizationId: number }>,
    password: string | null,
  ) {
    if (!password) return undefined;
    return async (within: Transaction, uid: string) => {
      const ids = places.map(({ organizationId }) => organizationId);
      const life = await passwordValidity(
        within,
        type,
        ids.length > 0 ? sql`${sql.join(ids, sql`, `)}` : placesOf(uid),
      );
      await deps.credentials.setPassword(realm, uid, password, { ...life, within });
    };
  }
}
