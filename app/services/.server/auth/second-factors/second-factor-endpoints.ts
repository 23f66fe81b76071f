import { eventOfCaller, requirePassword } from "~/services/.server/auth/oauth/caller-checks";
import type { Limits } from "~/services/.server/auth/passwords/limits";
import type { Passwords } from "~/services/.server/auth/passwords/passwords";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Caller, CallerUser } from "~/services/.server/directory/caller";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import { authoriseInPerson } from "~/services/.server/directory/own-rights";
import { type Endpoints, endpoint, ownEndpoint } from "~/services/.server/dispatch/endpoint";
import { freshSeconds } from "~/services/.server/dispatch/fresh-sign-in";
import { authContracts } from "~/services/contracts/auth";
import { forbidden, notFound } from "~/services/contracts/service-error";
import type { FreshFactor } from "./fresh-factor";
import { mayHaveSecondFactor } from "./second-factor-rule";
import type { SecondFactors } from "./second-factors";
import type { SmsCodes } from "./sms-codes";

type Deps = {
  identity: IdentityDirectory;
  secondFactors: SecondFactors;
  smsCodes: SmsCodes;
  passwords: Passwords;
  limits: Limits;
  events: Events;
  freshFactor: FreshFactor;
};

type Names =
  | "getSecondFactor"
  | "sendSmsCode"
  | "beginSecondFactor"
  | "confirmSecondFactor"
  | "removeSecondFactor"
  | "getActingTarget";

/** A user's own second factor, and the target of an impersonation. */
export function secondFactorEndpoints(deps: Deps): Endpoints<Pick<typeof authContracts, Names>> {
  const { identity, secondFactors, smsCodes, events, freshFactor } = deps;
  return {
    getSecondFactor: ownEndpoint({
      contract: authContracts.getSecondFactor,
      async handle(_input, { person }, caller) {
        const [state, smsNumber] = await Promise.all([
          secondFactors.state(caller.realm, person.uid),
          smsCodes.maskedNumber(person),
        ]);
        return { status: 200, body: { ...state, smsNumber, mayChange: await freshFactor.isProved(caller) } };
      },
    }),
    sendSmsCode: endpoint({
      contract: authContracts.sendSmsCode,
      async authorise(_input, caller) {
        const { self } = authoriseInPerson(caller);
        return { self, number: await smsCodes.requireNumber(self.person) };
      },
      async handle({ body }, { self, number }, caller) {
        const { origin, ipAddress } = caller;
        const sent = await smsCodes.send(self.person, number, { locale: body.locale ?? null, origin, ipAddress });
        await events.add({ ...eventOfCaller(caller), kind: "sms_code_sent" });
        return { status: 200, body: sent };
      },
    }),
    beginSecondFactor: endpoint({
      contract: authContracts.beginSecondFactor,
      async authorise(_input, caller) {
        const proof = authoriseOwnFactor(caller);
        await freshFactor.require(caller);
        return proof;
      },
      async handle({ body }, { self }, caller) {
        await requirePassword(caller, self.person, body.currentPassword, deps);
        return { status: 200, body: await secondFactors.begin(self.person) };
      },
    }),
    confirmSecondFactor: endpoint({
      contract: authContracts.confirmSecondFactor,
      async authorise(_input, caller) {
        const proof = authoriseOwnFactor(caller);
        // The stored reply has the recovery codes: once the app has been set up for a while, a replay needs the second factor.
        const confirmedAt = await secondFactors.confirmedAt(caller.realm, proof.self.uid);
        const isSettled = confirmedAt !== null && Date.now() - confirmedAt.getTime() > freshSeconds * 1000;
        if (isSettled) await freshFactor.require(caller);
        return proof;
      },
      async handle({ body }, { self }, caller) {
        const codes = await secondFactors.confirm(self.person, body.code, caller);
        await events.add({ ...eventOfCaller(caller), kind: "second_factor_changed", details: { set: true } });
        return { status: 200, body: { recoveryCodes: codes } };
      },
    }),
    removeSecondFactor: endpoint({
      contract: authContracts.removeSecondFactor,
      async authorise(_input, caller) {
        const proof = authoriseInPerson(caller);
        await freshFactor.require(caller);
        return proof;
      },
      async handle({ body }, { self }, caller) {
        await requirePassword(caller, self.person, body.currentPassword, deps);
        await secondFactors.remove(caller.realm, self.uid);
        await events.add({ ...eventOfCaller(caller), kind: "second_factor_changed", details: { set: false } });
        return { status: 204, body: undefined };
      },
    }),
    getActingTarget: endpoint({
      contract: authContracts.getActingTarget,
      async authorise({ params }, caller) {
        const { self } = authoriseInPerson(caller);
        const mayAct = await identity.mayActAs(caller.realm, self.uid, params.uid);
        const target = mayAct ? await identity.findByUid(caller.realm, params.uid) : null;
        if (target?.status !== "active") throw notFound();
        return { target };
      },
      handle: async (_input, { target }) => ({
        status: 200,
        body: { name: target.name, username: target.username },
      }),
    }),
  };
}

function authoriseOwnFactor(caller: Caller): { self: CallerUser } {
  const proof = authoriseInPerson(caller);
  if (!mayHaveSecondFactor(proof.self.person)) throw forbidden("Not a second factor for this person");
  return proof;
}
