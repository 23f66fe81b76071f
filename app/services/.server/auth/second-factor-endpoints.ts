import { hasFeature } from "../../../realms/realm";
import { authContracts } from "../../contracts/auth";
import { forbidden, notFound, ServiceError } from "../../contracts/service-error";
import type { IdentifiedPerson, IdentityDirectory } from "../directory/identity";
import { anyCaller, type Caller, type Endpoints } from "../endpoint";
import { secureAcr } from "./authorize-request";
import { eventOf, notWhileActing, requirePassword, userOf } from "./caller-checks";
import type { Events } from "./events";
import type { Limits } from "./limits";
import type { Passwords } from "./passwords";
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
  const { identity, secondFactors, smsCodes, events } = deps;
  return {
    getSecondFactor: {
      contract: authContracts.getSecondFactor,
      authorise: anyCaller,
      async handle(_input, caller) {
        const person = userOf(caller).person;
        const [state, smsNumber] = await Promise.all([
          secondFactors.state(caller.realm, person.uid),
          smsCodes.shownNumber(person),
        ]);
        return { status: 200, body: { ...state, smsNumber, mayChange: await mayChange(caller, person) } };
      },
    },
    sendSmsCode: {
      contract: authContracts.sendSmsCode,
      authorise: notWhileActing,
      async handle({ body }, caller) {
        const person = userOf(caller).person;
        const { origin, ipAddress } = caller;
        const sent = await smsCodes.send(person, { locale: body.locale ?? null, origin, ipAddress });
        await events.add({ ...eventOf(caller), kind: "sms_code_sent" });
        return { status: 200, body: sent };
      },
    },
    beginSecondFactor: {
      contract: authContracts.beginSecondFactor,
      authorise: notWhileActing,
      async handle({ body }, caller) {
        const person = userOf(caller).person;
        if (!mayHaveSecondFactor(person)) throw forbidden("Second factors are for employees");
        await requireChange(caller, person);
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
        await requireChange(caller, person);
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

  /**
   * A factor that stands is not undone by the password alone: it would be none. Where the country offers no step-up, nobody could
   * prove it, and it guards nothing. Security 17, 18.
   */
  async function mayChange(caller: Caller, person: IdentifiedPerson): Promise<boolean> {
    const user = userOf(caller);
    if (user.actor !== null) return false;
    if (user.acr === secureAcr || !hasFeature(caller.realm, "escalateLogin")) return true;
    const { isSet } = await secondFactors.state(caller.realm, person.uid);
    return !isSet && (await smsCodes.shownNumber(person)) === null;
  }

  async function requireChange(caller: Caller, person: IdentifiedPerson): Promise<void> {
    if (await mayChange(caller, person)) return;
    throw new ServiceError(403, "secure_login_needed", "Log in with the second factor first");
  }
}
