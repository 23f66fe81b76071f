import { eventOf, notWhileActing, requirePassword, userOf } from "~/services/.server/auth/oauth/caller-checks";
import type { Limits } from "~/services/.server/auth/passwords/limits";
import type { Passwords } from "~/services/.server/auth/passwords/passwords";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import { anyCaller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
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

/** What a person does about their own second factor, and whom they might act as. */
export function secondFactorEndpoints(deps: Deps): Endpoints<Pick<typeof authContracts, Names>> {
  const { identity, secondFactors, smsCodes, events, freshFactor } = deps;
  return {
    getSecondFactor: unprovedEndpoint({
      contract: authContracts.getSecondFactor,
      authorise: anyCaller,
      async handle(_input, caller) {
        const person = userOf(caller).person;
        const [state, smsNumber] = await Promise.all([
          secondFactors.state(caller.realm, person.uid),
          smsCodes.shownNumber(person),
        ]);
        return { status: 200, body: { ...state, smsNumber, mayChange: await freshFactor.isProved(caller) } };
      },
    }),
    sendSmsCode: unprovedEndpoint({
      contract: authContracts.sendSmsCode,
      authorise: notWhileActing,
      async handle({ body }, caller) {
        const person = userOf(caller).person;
        const { origin, ipAddress } = caller;
        const sent = await smsCodes.send(person, { locale: body.locale ?? null, origin, ipAddress });
        await events.add({ ...eventOf(caller), kind: "sms_code_sent" });
        return { status: 200, body: sent };
      },
    }),
    beginSecondFactor: unprovedEndpoint({
      contract: authContracts.beginSecondFactor,
      authorise: notWhileActing,
      async handle({ body }, caller) {
        const person = userOf(caller).person;
        if (!mayHaveSecondFactor(person)) throw forbidden("Not a second factor for this person");
        await freshFactor.require(caller);
        await requirePassword(caller, person, body.currentPassword, deps);
        return { status: 200, body: await secondFactors.begin(person) };
      },
    }),
    confirmSecondFactor: unprovedEndpoint({
      contract: authContracts.confirmSecondFactor,
      authorise: notWhileActing,
      async handle({ body }, caller) {
        const person = userOf(caller).person;
        const codes = await secondFactors.confirm(person, body.code, caller);
        await events.add({ ...eventOf(caller), kind: "second_factor_changed", details: { set: true } });
        return { status: 200, body: { recoveryCodes: codes } };
      },
    }),
    removeSecondFactor: unprovedEndpoint({
      contract: authContracts.removeSecondFactor,
      authorise: notWhileActing,
      async handle({ body }, caller) {
        const person = userOf(caller).person;
        await freshFactor.require(caller);
        await requirePassword(caller, person, body.currentPassword, deps);
        await secondFactors.remove(caller.realm, person.uid);
        await events.add({ ...eventOf(caller), kind: "second_factor_changed", details: { set: false } });
        return { status: 204, body: undefined };
      },
    }),
    getActingTarget: unprovedEndpoint({
      contract: authContracts.getActingTarget,
      authorise: notWhileActing,
      async handle({ params }, caller) {
        const { realm } = caller;
        const mayAct = await identity.mayActAs(realm, userOf(caller).uid, params.uid);
        const person = mayAct ? await identity.findByUid(realm, params.uid) : null;
        if (person?.status !== "active") throw notFound();
        return { status: 200, body: { name: person.name, username: person.username } };
      },
    }),
  };
}
