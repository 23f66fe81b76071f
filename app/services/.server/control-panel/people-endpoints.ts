import type { Database, Transaction } from "~/db/.server/connect";
import { type Access, permissionContextOf } from "~/services/.server/directory/access";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import { makePassword, setFirstPassword } from "~/services/.server/directory/people/first-passwords";
import { writePupil } from "~/services/.server/directory/people/guardianships-store";
import {
  changePerson,
  createPerson,
  deletePerson,
  findPerson,
  type Person,
  restorePerson,
} from "~/services/.server/directory/people/people-store";
import { readPlaces } from "~/services/.server/directory/people/place-rules";
import { mayOnOrganization, mayOnPerson, type PermissionContext } from "~/services/.server/directory/permissions";
import { refuse } from "~/services/.server/directory/refusal";
import { anyCaller, type Caller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import type { PersonKind } from "~/services/contracts/control-panel-entities";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, type ErrorDetail, forbidden, notFound, validationError } from "~/services/contracts/service-error";
import { type ControlPanelDeps, enter, readUid } from "./deps";
import { personEntity, templateEntity, typeOf } from "./entities";
import { writeMeta } from "./list-query";
import { checkWithTaken, onlyChanges, readAttributes } from "./person-writes";

/** One person of each type: read, make, change, delete, restore. Spec 3, section 7. */

type PeopleCalls = Pick<
  ControlPanelContracts,
  | "getPersonTemplate"
  | "getPerson"
  | "createPerson"
  | "updatePerson"
  | "deletePerson"
  | "restorePerson"
  | "resetPassword"
  | "getRelatives"
  | "putPupil"
  | "deletePupil"
>;

export type Looked = { database: Database; access: Access; person: Person; context: PermissionContext };

/** The person when the caller has anything to do with them; otherwise they are not there. */
export async function lookAt(
  deps: ControlPanelDeps,
  caller: Caller,
  id: string,
  kind?: PersonKind,
  withDeleted = false,
): Promise<Looked> {
  const { database, access } = enter(deps, caller);
  const options = { ...(kind ? { type: typeOf[kind] } : {}), withDeleted };
  const person = await findPerson(database, access.realm, readUid(id), access.userId, options);
  if (!person) throw notFound();
  const context = permissionContextOf(access, person);
  if (context.relation === "none" || context.relation === "member") throw notFound();
  return { database, access, person, context };
}

export function createPeopleEndpoints(
  deps: ControlPanelDeps,
  contracts: ControlPanelContracts,
): Endpoints<PeopleCalls> {
  async function readAgain({ database, access, person }: Looked): Promise<Person> {
    const again = await findPerson(database, access.realm, person.uid, access.userId);
    if (!again) throw notFound();
    return again;
  }
  const answer = (access: Access, person: Person) => ({
    data: personEntity(access, person),
    meta: { version: person.version },
  });

  async function tie({ id, studentId }: { id: string; studentId: string }, isTheirs: boolean, caller: Caller) {
    const { database, access, person, context } = await lookAt(deps, caller, id, "guardians");
    if (context.relation === "self" || !mayOnPerson(context, "EditUserInfo")) {
      throw forbidden(formMessages.insufficientPermission);
    }
    const mayPlace = (pupil: Person) => mayOnPerson(permissionContextOf(access, pupil), "EditUserInfo");
    return writePupil(database, access, person, { uid: readUid(studentId), isTheirs }, mayPlace);
  }

  return {
    getPersonTemplate: unprovedEndpoint({
      contract: contracts.getPersonTemplate,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { access } = enter(deps, caller);
        const context = contextOfNew(access, params.type);
        return { status: 200, body: { data: templateEntity(context), meta: { version: 0 } } };
      },
    }),

    getPerson: unprovedEndpoint({
      contract: contracts.getPerson,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { access, person, context } = await lookAt(deps, caller, params.id, params.type);
        if (!mayOnPerson(context, "ViewUserInfo")) throw forbidden(formMessages.insufficientPermission);
        return { status: 200, body: answer(access, person) };
      },
    }),

    createPerson: unprovedEndpoint({
      contract: contracts.createPerson,
      authorise: anyCaller,
      async handle({ params, body }, caller) {
        const { database, access } = enter(deps, caller);
        const context = contextOfNew(access, params.type);
        const sent = body.data.attributes;
        const { read, places } = await checkWithTaken(database, { id: null, context, sent }, async () => {
          const attributes = readAttributes(context, sent, null, missingOfNew(sent));
          const organizations = attributes.organizations ?? [];
          return { read: attributes, places: await readPlaces(database, access, context, organizations, null) };
        });
        const columns = { ...read.columns } as Parameters<typeof createPerson>[2]["columns"];
        const draft = {
          type: context.type,
          columns: read.status ? { ...columns, status: read.status } : columns,
          places: places.write,
          setPassword: passwordWriter(access, read.password),
        };
        const made = await createPerson(database, access, draft);
        const person = await findPerson(database, access.realm, made.uid, access.userId);
        if (!person) throw notFound();
        const location = `/services/control-panel/${params.version}/${params.type}/${made.uid}`;
        return { status: 201, body: answer(access, person), headers: { location } };
      },
    }),

    updatePerson: unprovedEndpoint({
      contract: contracts.updatePerson,
      authorise: anyCaller,
      async handle({ params, body }, caller) {
        const looked = await lookAt(deps, caller, params.id, params.type);
        const { database, access, person, context } = looked;
        if (!mayOnPerson(context, "EditUserInfo") && !mayOnPerson(context, "EditPassword")) {
          throw forbidden(formMessages.insufficientPermission);
        }
        const sent = body.data.attributes;
        const { read, places } = await checkWithTaken(database, { id: person.id, context, sent }, async () => {
          const attributes = readAttributes(context, sent, person);
          const { organizations } = attributes;
          const written = organizations ? await readPlaces(database, access, context, organizations, person) : null;
          return { read: attributes, places: written ?? { write: [], leave: [] } };
        });
        if (read.status && read.status !== person.status && context.relation === "self") {
          throw refuse([{ attribute: "status", reason: formMessages.insufficientPermission }]);
        }
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
            setPassword: passwordWriter(access, read.password),
            attributes,
            expectedVersion,
          });
          // Whoever sits at a shared account is not whose it becomes, nor the other way about.
          if (columns.status === "inactive" || columns.shared !== undefined)
            await deps.credentials.endSessions(access.realm, person.uid);
        } else if (read.password) await setFirstPassword(deps.credentials, database, access, person, read.password);
        return { status: 200, body: answer(access, await readAgain(looked)) };
      },
    }),

    deletePerson: unprovedEndpoint({
      contract: contracts.deletePerson,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, access, person, context } = await lookAt(deps, caller, params.id, params.type);
        if (!mayOnPerson(context, "DeleteUser")) throw forbidden(formMessages.insufficientPermission);
        if (!(await deletePerson(database, access, person))) throw notFound();
        await deps.credentials.endSessions(access.realm, person.uid);
        return { status: 204, body: undefined };
      },
    }),

    restorePerson: unprovedEndpoint({
      contract: contracts.restorePerson,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const looked = await lookAt(deps, caller, params.id, params.type, true);
        if (!mayOnPerson(looked.context, "RestoreUser")) throw notFound();
        // Whoever went with an organisation comes back with it.
        if (looked.person.places.length === 0) throw conflict(formMessages.conflict);
        if (!(await restorePerson(looked.database, looked.access, looked.person))) throw notFound();
        return { status: 200, body: answer(looked.access, await readAgain(looked)) };
      },
    }),

    resetPassword: unprovedEndpoint({
      contract: contracts.resetPassword,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const looked = await lookAt(deps, caller, params.id, params.type);
        if (looked.context.relation === "self" || !mayOnPerson(looked.context, "EditPassword")) {
          throw forbidden(formMessages.insufficientPermission);
        }
        const password = makePassword();
        await setFirstPassword(deps.credentials, looked.database, looked.access, looked.person, password);
        return { status: 200, body: { data: { password } } };
      },
    }),

    getRelatives: unprovedEndpoint({
      contract: contracts.getRelatives,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, access, person, context } = await lookAt(deps, caller, params.id, params.type);
        if (!mayOnPerson(context, "ViewUserInfo")) throw forbidden(formMessages.insufficientPermission);
        const filters = person.type === "guardian" ? { guardianUid: person.uid } : { studentUid: person.uid };
        const found = await listPeople(database, {
          realm: access.realm,
          organization: null,
          callerId: access.userId,
          filters: { ...filters, types: [person.type === "guardian" ? "student" : "guardian"] },
          sorts: [{ by: "name", order: "asc" }],
          page: { number: 1, size: 100, cursor: null },
          count: "capped",
        });
        const reachable = found.people.filter((other) =>
          mayOnPerson(permissionContextOf(access, other), "ViewUserInfo"),
        );
        const total = { totalCount: reachable.length, more: false };
        return {
          status: 200,
          body: { data: reachable.map((other) => personEntity(access, other)), meta: writeMeta(total, null) },
        };
      },
    }),

    putPupil: unprovedEndpoint({
      contract: contracts.putPupil,
      authorise: anyCaller,
      async handle({ params }, caller) {
        if (await tie(params, true, caller)) return { status: 204, body: undefined };
        throw validationError([{ attribute: "students", reason: formMessages.incorrectFormat }]);
      },
    }),

    deletePupil: unprovedEndpoint({
      contract: contracts.deletePupil,
      authorise: anyCaller,
      async handle({ params }, caller) {
        await tie(params, false, caller);
        return { status: 204, body: undefined };
      },
    }),
  };

  /** What writes the password, if there is one, in the transaction that writes the person. */
  function passwordWriter({ realm }: Access, password: string | null) {
    if (!password) return undefined;
    return (within: Transaction, uid: string) =>
      deps.credentials.setPassword(realm, uid, password, { temporary: true, within });
  }
}

/** As the caller would see a person of this type in the caller's own organisations. Throws 403 where there are none. */
function contextOfNew(access: Access, kind: PersonKind): PermissionContext {
  const relation = access.isSuper ? "super" : access.administers.length > 0 ? "administrator" : "none";
  if (!mayOnOrganization(relation, "CreateUser")) throw forbidden(formMessages.insufficientPermission);
  const type = typeOf[kind];
  return {
    realm: access.realm,
    relation,
    callerRank: access.rank,
    isSecure: access.isSecure,
    isActing: access.actorUid !== null,
    type,
    rank: type === "employee" ? 2 : 1,
    isShared: false,
  };
}

/** A new person needs name, username and one organisation; the rest may wait. Rulings, "Wire". */
function missingOfNew(sent: Record<string, { value?: unknown }>): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  for (const name of ["name", "username"]) {
    const value = sent[name]?.value;
    if (value === undefined || value === null || value === "")
      details.push({ attribute: name, reason: formMessages.required });
  }
  const organizations = sent.organizations?.value;
  if (
    organizations === undefined ||
    organizations === null ||
    (Array.isArray(organizations) && !organizations.length)
  ) {
    details.push({ attribute: "organizations", reason: formMessages.selectOne });
  }
  return details;
}
