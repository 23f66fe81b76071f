import type { Databases } from "~/db/.server/connect";
import { eventOfCaller, requirePassword } from "~/services/.server/auth/oauth/caller-checks";
import type { Limits } from "~/services/.server/auth/passwords/limits";
import type { Passwords } from "~/services/.server/auth/passwords/passwords";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Caller, CallerUser } from "~/services/.server/directory/caller";
import { authoriseInPerson } from "~/services/.server/directory/own-rights";
import { findFamily } from "~/services/.server/directory/people/families";
import { type Endpoints, endpoint, ownEndpoint } from "~/services/.server/dispatch/endpoint";
import { authContracts } from "~/services/contracts/auth";
import { wrongParentPin } from "~/services/contracts/parent-pin";
import { notFound, ServiceError, validationError } from "~/services/contracts/service-error";
import type { ParentPins } from "./parent-pins";

type Deps = { databases: Databases; parentPins: ParentPins; passwords: Passwords; limits: Limits; events: Events };
type Names = "getParentPin" | "setParentPin" | "removeParentPin" | "checkParentPin";

/** The PIN of the caller's family. Changing it needs the password. */
export function parentPinEndpoints(deps: Deps): Endpoints<Pick<typeof authContracts, Names>> {
  const { databases, parentPins, events } = deps;

  /** @throws ServiceError 403 while impersonating, 404 if the caller is not a family */
  const authoriseFamily = async (caller: Caller): Promise<{ self: CallerUser }> => {
    const { self } = authoriseInPerson(caller);
    if (!(await findFamily(databases[caller.region], caller.realm, { uid: self.uid }))) throw notFound();
    return { self };
  };
  const ownerOf = (caller: Caller, { uid }: CallerUser) => ({ realm: caller.realm, uid });

  return {
    getParentPin: ownEndpoint({
      contract: authContracts.getParentPin,
      async handle(_, self, caller) {
        const pin = await parentPins.find(ownerOf(caller, self));
        return { status: 200, body: { isSet: pin !== null, isBlocked: pin?.isBlocked ?? false } };
      },
    }),
    setParentPin: endpoint({
      contract: authContracts.setParentPin,
      authorise: (_, caller) => authoriseFamily(caller),
      async handle({ body }, { self }, caller) {
        await requirePassword(caller, self.person, body.currentPassword, deps);
        await parentPins.set(ownerOf(caller, self), body.pin);
        await events.add({ ...eventOfCaller(caller), kind: "parent_pin_changed" });
        return { status: 204, body: undefined };
      },
    }),
    removeParentPin: endpoint({
      contract: authContracts.removeParentPin,
      authorise: (_, caller) => authoriseFamily(caller),
      async handle({ body }, { self }, caller) {
        await requirePassword(caller, self.person, body.currentPassword, deps);
        await parentPins.remove(ownerOf(caller, self));
        await events.add({ ...eventOfCaller(caller), kind: "parent_pin_changed" });
        return { status: 204, body: undefined };
      },
    }),
    checkParentPin: endpoint({
      contract: authContracts.checkParentPin,
      authorise: (_, caller) => authoriseFamily(caller),
      async handle({ body }, { self }, caller) {
        const outcome = await parentPins.check(ownerOf(caller, self), body.pin);
        if (outcome === "right") return { status: 204, body: undefined };
        await events.add({ ...eventOfCaller(caller), kind: "parent_pin_refused" });
        if (outcome === "wrong") throw validationError([{ attribute: "pin", reason: wrongParentPin }]);
        throw new ServiceError(403, "parent_pin_blocked", "Log in with the password");
      },
    }),
  };
}
