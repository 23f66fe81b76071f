import { z } from "zod";
import { type Realm, realms } from "~/realms/realm";
import type { SecretBox } from "~/security/secret-box.server";
import { eventOf, notWhileActing, userOf } from "~/services/.server/auth/oauth/caller-checks";
import type { Passwords } from "~/services/.server/auth/passwords/passwords";
import type { FreshFactor } from "~/services/.server/auth/second-factors/fresh-factor";
import type { Events } from "~/services/.server/auth/sessions/events";
import { anyCaller, type Caller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import { authContracts } from "~/services/contracts/auth";
import { conflict, forbidden, notFound, ServiceError } from "~/services/contracts/service-error";
import type { ExternalLinks } from "./external-links";
import type { createExternalProviders } from "./external-providers";
import { type createExternalSignIn, mayEnterBy } from "./external-sign-in";

type Deps = {
  providers: Pick<ReturnType<typeof createExternalProviders>, "names" | "nameOf">;
  external: Pick<ReturnType<typeof createExternalSignIn>, "beginLink" | "finishLink">;
  links: ExternalLinks;
  passwords: Pick<Passwords, "exists">;
  freshFactor: FreshFactor;
  events: Events;
  box: SecretBox;
};

type Names = "getLinks" | "beginLink" | "finishLink" | "confirmLink" | "removeLink";

/** Seconds for which a sign-in is fresh enough to change what one signs in by. Security 17. */
const freshSeconds = 300;
/** Milliseconds in which somebody says that the account that came back is theirs. */
const questionLifetime = 10 * 60 * 1000;

const proofSchema = z.object({
  realm: z.enum(realms),
  uid: z.string(),
  sessionId: z.string(),
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  expiresAt: z.number(),
});
type Proof = z.output<typeof proofSchema>;

/**
 * Accounts elsewhere that a person links to their own and unlinks: issuer and subject, nothing else. Coming back from a provider
 * links nothing yet: the person says first that the account is theirs, so that no link on another site puts a stranger's account
 * in. Security 4, 10, 17; issue 3, part 3.
 */
export function externalLinkEndpoints(deps: Deps): Endpoints<Pick<typeof authContracts, Names>> {
  const { providers, external, links, events } = deps;
  return {
    getLinks: unprovedEndpoint({
      contract: authContracts.getLinks,
      authorise: anyCaller,
      async handle(_input, caller) {
        const { person, actor } = userOf(caller);
        const isOpen = actor === null && !person.sharedAccount;
        const names = providers.names(caller.realm).filter((name) => isOpen && mayEnterBy(name, person));
        const found = await links.list(caller.realm, person.uid);
        const data = found.map((link) => ({ ...link, provider: providers.nameOf(caller.realm, link.issuer) }));
        return { status: 200, body: { data, providers: names } };
      },
    }),
    beginLink: unprovedEndpoint({
      contract: authContracts.beginLink,
      authorise: notWhileActing,
      async handle({ params: { provider } }, caller) {
        requireOwn(caller, provider);
        await requireFresh(caller);
        return { status: 200, body: await external.beginLink(provider, userOf(caller).uid, caller) };
      },
    }),
    finishLink: unprovedEndpoint({
      contract: authContracts.finishLink,
      authorise: notWhileActing,
      async handle({ params: { provider }, body }, caller) {
        requireOwn(caller, provider);
        const { uid, sessionId } = userOf(caller);
        const { account, shown } = await external.finishLink(provider, body.attempt, body.answer, uid, caller);
        const expiresAt = Date.now() + questionLifetime;
        const proof: Proof = { realm: caller.realm, uid, sessionId, provider, ...account, expiresAt };
        const sealed = deps.box.seal(JSON.stringify(proof)).toString("base64url");
        return { status: 200, body: { proof: sealed, shown } };
      },
    }),
    confirmLink: unprovedEndpoint({
      contract: authContracts.confirmLink,
      authorise: notWhileActing,
      async handle({ body }, caller) {
        const proof = openProof(body.proof, caller);
        requireOwn(caller, proof.provider);
        const account = { issuer: proof.issuer, subject: proof.subject };
        if (!(await links.linkOwn(caller.realm, account, proof.uid))) throw conflict("Somebody else has this account");
        await events.add({ ...eventOf(caller), kind: "external_linked", details: { method: proof.provider } });
        return { status: 204, body: undefined };
      },
    }),
    removeLink: unprovedEndpoint({
      contract: authContracts.removeLink,
      authorise: notWhileActing,
      async handle({ body }, caller) {
        const { realm } = caller;
        const { uid } = userOf(caller);
        await requireFresh(caller);
        await requireOtherWay(realm, uid);
        if (!(await links.unlink(realm, body, uid))) throw notFound();
        const details = { method: providers.nameOf(realm, body.issuer) ?? body.issuer };
        await events.add({ ...eventOf(caller), kind: "external_unlinked", details });
        return { status: 204, body: undefined };
      },
    }),
  };

  /** A shared account's ways in are its school's business. */
  function requireOwn(caller: Caller, provider: string): void {
    const { person } = userOf(caller);
    if (!providers.names(caller.realm).includes(provider)) throw notFound();
    if (person.sharedAccount || !mayEnterBy(provider, person)) throw forbidden("Not a way in for this person");
  }

  async function requireFresh(caller: Caller): Promise<void> {
    await deps.freshFactor.require(caller);
    if (Date.now() / 1000 - userOf(caller).authTime > freshSeconds) {
      throw new ServiceError(403, "reauthentication_required", "Sign in again first");
    }
  }

  /** Nobody shuts themselves out. */
  async function requireOtherWay(realm: Realm, uid: string): Promise<void> {
    if (await deps.passwords.exists(realm, uid)) return;
    if ((await links.list(realm, uid)).length > 1) return;
    throw new ServiceError(409, "last_way_in", "There is no other way in");
  }

  function openProof(sealed: string, caller: Caller): Proof {
    const plain = deps.box.open(Buffer.from(sealed, "base64url"));
    const proof = plain === null ? null : proofSchema.parse(JSON.parse(plain));
    const { uid, sessionId } = userOf(caller);
    const isTheirs = proof?.realm === caller.realm && proof.uid === uid && proof.sessionId === sessionId;
    if (!proof || !isTheirs || proof.expiresAt < Date.now()) {
      throw new ServiceError(400, "external_attempt", "This is not the link that this login began");
    }
    return proof;
  }
}
