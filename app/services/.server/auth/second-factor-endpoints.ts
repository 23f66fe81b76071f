import { authContracts } from "../../contracts/auth";
import { forbidden, notFound } from "../../contracts/service-error";
import type { IdentityDirectory } from "../directory/identity";
import { anyCaller, type Caller, type Endpoints } from "../endpoint";
import { secureAcr } from "./authorize-request";
import { eventOf, notWhileActing, requirePassword, userOf } from "./caller-checks";
import type { Events } from "./events";
import type { Limits } from "./limits";
import type { Passwords } from "./passwords";
import { mayHaveSecondFactor, type SecondFactors } from "./second-factors";

type Deps = {
  identity: IdentityDirectory;
  secondFactors: SecondFactors;
  passwords: Passwords;
  limits: Limits;
  events: Events;
};

type Names = "getSecondFactor" | "beginSecondFactor" | "confirmSecondFactor" | "removeSecondFactor" | "getActingTarget";

/** What a person does about their own second factor, and whom they might act as. */
export function secondFactorEndpoints(deps: Deps): Endpoints<Pick<typeof authContracts, Names>> {
  const { identity, secondFactors, events } = deps;
  return {
    getSecondFactor: {
      contract: authContracts.getSecondFactor,
      authorise: anyCaller,
      handle: async (_input, caller) => ({
        status: 200,
        body: await secondFactors.state(caller.realm, userOf(caller).uid),
      }),
    },
    beginSecondFactor: {
      contract: authContracts.beginSecondFactor,
      authorise: notWhileActing,
      async handle({ body }, caller) {
        const person = userOf(caller).person;
        if (!mayHaveSecondFactor(person)) throw forbidden("Second factors are for employees");
        await mayReplace(caller);
        await requirePassword(caller, person, body.currentPassword, deps);
        return { status: 200, body: await secondFactors.begin(person) };
      },
    },
    confirmSecondFactor: {
      contract: authContracts.confirmSecondFactor,
      authorise: notWhileActing,
      async handle({ body }, caller) {
        const person = userOf(caller).person;
        const codes = await secondFactors.confirm(person, body.code, caller);
        await events.add({ ...eventOf(caller), kind: "second_factor_changed", details: { set: true } });
        return { status: 200, body: { recoveryCodes: codes } };
      },
    },
    removeSecondFactor: {
      contract: authContracts.removeSecondFactor,
      authorise: notWhileActing,
      async handle({ body }, caller) {
        const person = userOf(caller).person;
        await mayReplace(caller);
        await requirePassword(caller, person, body.currentPassword, deps);
        await secondFactors.remove(caller.realm, person.uid);
        await events.add({ ...eventOf(caller), kind: "second_factor_changed", details: { set: false } });
        return { status: 204, body: undefined };
      },
    },
    getActingTarget: {
      contract: authContracts.getActingTarget,
      authorise: notWhileActing,
      async handle({ params }, caller) {
        const { realm } = caller;
        const mayAct = await identity.mayActAs(realm, userOf(caller).uid, params.uid);
        const person = mayAct ? await identity.findByUid(realm, params.uid) : null;
        if (person?.status !== "active") throw notFound();
        return { status: 200, body: { name: person.name, username: person.username } };
      },
    },
  };

  /** A factor that stands is not undone by the password alone: it would be none. Security 17, 18. */
  async function mayReplace(caller: Caller): Promise<void> {
    const user = userOf(caller);
    const { isSet } = await secondFactors.state(caller.realm, user.uid);
    if (isSet && user.acr !== secureAcr) throw forbidden("Log in with the second factor first");
  }
}
