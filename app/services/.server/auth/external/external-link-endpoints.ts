import { z } from "zod";
import { type Realm, realms } from "~/realms/realm";
import type { SecretBox } from "~/security/secret-box.server";
import { eventOfCaller } from "~/services/.server/auth/oauth/caller-checks";
import type { Passwords } from "~/services/.server/auth/passwords/passwords";
import type { FreshFactor } from "~/services/.server/auth/second-factors/fresh-factor";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Caller, CallerUser } from "~/services/.server/directory/caller";
import { authoriseInPerson, requireOwnAccount } from "~/services/.server/directory/own-rights";
import { type Endpoints, endpoint, ownEndpoint } from "~/services/.server/dispatch/endpoint";
import { requireFreshSignIn } from "~/services/.server/dispatch/fresh-sign-in";
import { authContracts } from "~/services/contracts/auth";
import { conflict, forbidden, notFound, ServiceError } from "~/services/contracts/service-error";
import type { ExternalLinks } from "./external-links";
import type { createExternalProviders } from "./external-providers";
import { type createExternalSignIn, maySignInBy } from "./external-sign-in";

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

/** Milliseconds for the user to confirm that the provider's account is theirs. */
const confirmationLifetime = 10 * 60 * 1000;

const sealedAccountSchema = z.object({
  realm: z.enum(realms),
  uid: z.string(),
  sessionId: z.string(),
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  expiresAt: z.number(),
});
/** The provider's account to be confirmed, encrypted and bound to the session. */
type SealedAccount = z.output<typeof sealedAccountSchema>;

/**
 * Links and unlinks a user's accounts at providers (only issuer and subject are stored). The provider's redirect alone links nothing: the
 * user must confirm the account, so that a forged link on another site cannot attach an attacker's account.
 * docs/security.md, lines 4, 10, 17.
 */
export function externalLinkEndpoints(deps: Deps): Endpoints<Pick<typeof authContracts, Names>> {
  const { providers, external, links, events } = deps;
  return {
    getLinks: ownEndpoint({
      contract: authContracts.getLinks,
      async handle(_input, { person, actor }, caller) {
        const mayLink = actor === null && !person.sharedAccount;
        const names = providers.names(caller.realm).filter((name) => mayLink && maySignInBy(name, person));
        const storedLinks = await links.list(caller.realm, person.uid);
        const data = storedLinks.map((link) => ({ ...link, provider: providers.nameOf(caller.realm, link.issuer) }));
        return { status: 200, body: { data, providers: names } };
      },
    }),
    beginLink: endpoint({
      contract: authContracts.beginLink,
      async authorise({ params }, caller) {
        const proof = authoriseProvider(caller, params.provider);
        await requireFreshProof(caller);
        return proof;
      },
      handle: async (_input, { self, provider }, caller) => ({
        status: 200,
        body: await external.beginLink(provider, self.uid, caller),
      }),
    }),
    finishLink: endpoint({
      contract: authContracts.finishLink,
      authorise: ({ params }, caller) => authoriseProvider(caller, params.provider),
      async handle({ body }, { self: { uid, sessionId }, provider }, caller) {
        const { account, displayName } = await external.finishLink(provider, body.attempt, body.answer, uid, caller);
        const expiresAt = Date.now() + confirmationLifetime;
        const toConfirm: SealedAccount = { realm: caller.realm, uid, sessionId, provider, ...account, expiresAt };
        const proof = deps.box.seal(JSON.stringify(toConfirm)).toString("base64url");
        return { status: 200, body: { proof, shown: displayName } };
      },
    }),
    confirmLink: endpoint({
      contract: authContracts.confirmLink,
      authorise({ body }, caller) {
        const { self } = authoriseInPerson(caller);
        const account = openSealedAccount(deps.box, body.proof, self, caller);
        authoriseProvider(caller, account.provider);
        return account;
      },
      async handle(_input, { realm, uid, provider, issuer, subject }, caller) {
        if (!(await links.linkOwn(realm, { issuer, subject }, uid))) throw conflict("Somebody else has this account");
        await events.add({ ...eventOfCaller(caller), kind: "external_linked", details: { method: provider } });
        return { status: 204, body: undefined };
      },
    }),
    removeLink: endpoint({
      contract: authContracts.removeLink,
      async authorise(_input, caller) {
        const proof = authoriseInPerson(caller);
        await requireFreshProof(caller);
        return proof;
      },
      async handle({ body }, { self }, caller) {
        const { realm } = caller;
        await requireOtherSignInMethod(realm, self.uid);
        if (!(await links.unlink(realm, body, self.uid))) throw notFound();
        const details = { method: providers.nameOf(realm, body.issuer) ?? body.issuer };
        await events.add({ ...eventOfCaller(caller), kind: "external_unlinked", details });
        return { status: 204, body: undefined };
      },
    }),
  };

  /** Not for shared accounts: their sign-in methods are managed by the school. */
  function authoriseProvider(caller: Caller, provider: string): { self: CallerUser; provider: string } {
    const { self } = authoriseInPerson(caller);
    if (!providers.names(caller.realm).includes(provider)) throw notFound();
    const message = "Not a sign-in method for this person";
    requireOwnAccount(self, message);
    if (!maySignInBy(provider, self.person)) throw forbidden(message);
    return { self, provider };
  }

  async function requireFreshProof(caller: Caller): Promise<void> {
    await deps.freshFactor.require(caller);
    requireFreshSignIn(caller);
  }

  /** Removing the last sign-in method would lock the user out. */
  async function requireOtherSignInMethod(realm: Realm, uid: string): Promise<void> {
    if (await deps.passwords.exists(realm, uid)) return;
    if ((await links.list(realm, uid)).length > 1) return;
    throw new ServiceError(409, "last_way_in", "There is no other sign-in method");
  }
}

/** @throws ServiceError 400 external_attempt if it belongs to another user, session or realm, or has expired */
function openSealedAccount(
  box: SecretBox,
  sealed: string,
  { uid, sessionId }: CallerUser,
  { realm }: Caller,
): SealedAccount {
  const plain = box.open(Buffer.from(sealed, "base64url"));
  const account = plain === null ? null : sealedAccountSchema.parse(JSON.parse(plain));
  const isTheirs = account?.realm === realm && account.uid === uid && account.sessionId === sessionId;
  if (!account || !isTheirs || account.expiresAt < Date.now()) {
    throw new ServiceError(400, "external_attempt", "This is not the link that this login began");
  }
  return account;
}
