import { sql } from "drizzle-orm";
import type { Transaction } from "~/db/.server/connect";
import { type Access, relationToOrganization } from "~/services/.server/directory/access";
import {
  authoriseCaller,
  authoriseNewPerson,
  authorisePerson,
  type CallerProof,
  requireOnOrganization,
} from "~/services/.server/directory/authorisation";
import { appointAdministrator } from "~/services/.server/directory/people/appointment";
import {
  mailPassword,
  makePassword,
  passwordValidity,
  placesOf,
  setFirstPassword,
} from "~/services/.server/directory/people/first-passwords";
import { changePerson, createPerson, findPerson, type Person } from "~/services/.server/directory/people/people-store";
import { attributeLevel, mayOnPerson } from "~/services/.server/directory/permissions";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { formMessages } from "~/services/contracts/form-messages";
import { forbidden, notFound, ServiceError, validationError } from "~/services/contracts/service-error";
import type { ControlPanelDeps } from "./deps";
import { typeOf } from "./entities";
import { personResponse, readAgain } from "./person-response";
import { authoriseAttributes, onlyChanges } from "./person-writes";

type Calls = Pick<ControlPanelContracts, "createPerson" | "updatePerson" | "appointAdministrator" | "resetPassword">;

/** Endpoints that write a person: create, change, appoint, and set a new password. */
export function peopleWriteEndpoints(deps: ControlPanelDeps, contracts: ControlPanelContracts): Endpoints<Calls> {
  return {
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
          setPassword: passwordWriter(deps, access, context.type, places.write, read.password),
        });
        const person = await findPerson(database, access.realm, made.uid, access.userId);
        if (!person) throw notFound();
        const location = `/services/control-panel/${params.version}/${params.type}/${made.uid}`;
        return { status: 201, body: personResponse(access, person), headers: { location } };
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
            setPassword: passwordWriter(deps, access, person.type, [], read.password),
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

    resetPassword: endpoint({
      contract: contracts.resetPassword,
      authorise({ params }, caller) {
        const options = { type: typeOf[params.type], exceptSelf: true };
        return authoriseNewPassword(authoriseCaller(deps, caller), params.id, options, caller.origin);
      },
      async handle(_, { database, access, person, context, origin }) {
        if (mayOnPerson(context, "MailPassword")) {
          const mailedTo = await mailPassword(deps.credentials, database, access, person, origin);
          return { status: 200, body: { data: { mailedTo } } };
        }
        const password = makePassword(access.realm, person.type);
        await setFirstPassword(deps.credentials, database, access, person, password);
        return { status: 200, body: { data: { password } } };
      },
    }),
  };
}

/** @throws ServiceError 403 also for a person without a confirmed address whose password only callers over all of their organisations set */
async function authoriseNewPassword(
  proof: CallerProof,
  id: string,
  options: Parameters<typeof authorisePerson>[3],
  origin: string,
) {
  try {
    return { ...(await authorisePerson(proof, id, ["EditPassword", "MailPassword"], options)), origin };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 403) throw error;
    const { context } = await authorisePerson(proof, id, "ViewUserInfo", options);
    const { needsEveryOrganization } = attributeLevel(context, "password");
    throw needsEveryOrganization ? forbidden(formMessages.everyOrganization) : error;
  }
}

/**
 * Returns a function that sets the password, if given, in the transaction that writes the person. `places`: a new person's organisations,
 * which are not stored yet.
 */
function passwordWriter(
  deps: Pick<ControlPanelDeps, "credentials">,
  { realm }: Access,
  type: Person["type"],
  places: ReadonlyArray<{ organizationId: number }>,
  password: string | null,
) {
  if (!password) return undefined;
  return async (within: Transaction, uid: string) => {
    const ids = places.map(({ organizationId }) => organizationId);
    const life = await passwordValidity(within, type, ids.length > 0 ? sql`${sql.join(ids, sql`, `)}` : placesOf(uid));
    await deps.credentials.setPassword(realm, uid, password, { ...life, within });
  };
}
