import { and, asc, eq, isNull, lt } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import { type SecretBox, tokenDigest } from "~/security/secret-box.server";
import { externalAttempts, externalLinks, externalSessions } from "~/services/.server/auth/tables";
import type { ExternalIdentifier, IdentifiedPerson, IdentityDirectory } from "~/services/.server/directory/identity";

/** Links between providers' accounts and people. docs/security.md, line 10. */

type ExternalAccount = { issuer: string; subject: string };
type ClaimedIdentifier = { identifier: ExternalIdentifier; value: string };
export type ExternalTokens = { accessToken: string; refreshToken: string | null };

export type ExternalLinks = ReturnType<typeof createExternalLinks>;

export function createExternalLinks(databases: Databases, identity: IdentityDirectory, box: SecretBox) {
  const database = (realm: Realm) => databases[regionOf(realm)];
  const ofAccount = (realm: Realm, { issuer, subject }: ExternalAccount) =>
    and(eq(externalLinks.realm, realm), eq(externalLinks.issuer, issuer), eq(externalLinks.subject, subject));

  return {
    /**
     * The person of an account: by its link, else by a stored identifier, which creates the link. A link created by an identifier is valid
     * only while the person has that identifier.
     */
    async personOf(
      realm: Realm,
      account: ExternalAccount,
      claimed: ClaimedIdentifier[],
    ): Promise<IdentifiedPerson | null> {
      const [link] = await database(realm).select().from(externalLinks).where(ofAccount(realm, account));
      if (link) {
        const { identifier, identifierValue, uid } = link;
        if (identifier === null || identifierValue === null) return identity.findByUid(realm, uid);
        const holder = await identity.findByExternal(realm, identifier, identifierValue);
        if (holder?.uid === uid) return holder;
        await database(realm).delete(externalLinks).where(ofAccount(realm, account));
      }
      for (const { identifier, value } of claimed) {
        const person = await identity.findByExternal(realm, identifier, value);
        if (!person) continue;
        await addLink(databases, realm, account, { uid: person.uid, identifier, identifierValue: value });
        return person;
      }
      return null;
    },

    /** Links an account explicitly, for syncs that know the provider's subject. */
    link: (realm: Realm, account: ExternalAccount, uid: string) =>
      addLink(databases, realm, account, { uid, identifier: null, identifierValue: null }),

    /** A person's linked accounts, oldest first; `isBySchool` if an identifier managed by the school created the link. */
    async list(realm: Realm, uid: string): Promise<Array<ExternalAccount & { isBySchool: boolean }>> {
      const rows = await database(realm)
        .select()
        .from(externalLinks)
        .where(and(eq(externalLinks.realm, realm), eq(externalLinks.uid, uid)))
        .orderBy(asc(externalLinks.linkedAt));
      return rows.map(({ issuer, subject, identifier }) => ({ issuer, subject, isBySchool: identifier !== null }));
    },

    /** Links an account unless it is already linked to another person; then returns false. */
    async linkOwn(realm: Realm, { issuer, subject }: ExternalAccount, uid: string): Promise<boolean> {
      await database(realm).insert(externalLinks).values({ realm, issuer, subject, uid }).onConflictDoNothing();
      const [row] = await database(realm).select().from(externalLinks).where(ofAccount(realm, { issuer, subject }));
      return row?.uid === uid;
    },

    /** Returns false if the person has no such link, or if it is managed by the school. */
    async unlink(realm: Realm, account: ExternalAccount, uid: string): Promise<boolean> {
      const gone = await database(realm)
        .delete(externalLinks)
        .where(and(ofAccount(realm, account), eq(externalLinks.uid, uid), isNull(externalLinks.identifier)))
        .returning({ uid: externalLinks.uid });
      return gone.length === 1;
    },

    /** Marks a state as used; true only for the first use. */
    async takeState(realm: Realm, state: string, expiresAt: Date): Promise<boolean> {
      const taken = await database(realm)
        .insert(externalAttempts)
        .values({ stateHash: tokenDigest(state), expiresAt })
        .onConflictDoNothing()
        .returning({ hash: externalAttempts.stateHash });
      return taken.length === 1;
    },

    async storeTokens(realm: Realm, sessionId: string, provider: string, tokens: ExternalTokens): Promise<void> {
      const sealed = box.seal(JSON.stringify(tokens));
      await database(realm).insert(externalSessions).values({ sessionId, provider, tokens: sealed });
    },

    /** Deletes and returns the tokens of a session. */
    async takeTokens(realm: Realm, sessionId: string, provider: string): Promise<ExternalTokens | null> {
      const [row] = await database(realm)
        .delete(externalSessions)
        .where(and(eq(externalSessions.sessionId, sessionId), eq(externalSessions.provider, provider)))
        .returning();
      const plain = row && box.open(row.tokens);
      return plain ? (JSON.parse(plain) as ExternalTokens) : null;
    },

    async purgeExpired(realm: Realm): Promise<void> {
      await database(realm).delete(externalAttempts).where(lt(externalAttempts.expiresAt, new Date()));
    },
  };
}

async function addLink(
  databases: Databases,
  realm: Realm,
  { issuer, subject }: ExternalAccount,
  link: { uid: string; identifier: ExternalIdentifier | null; identifierValue: string | null },
): Promise<void> {
  await databases[regionOf(realm)]
    .insert(externalLinks)
    .values({ realm, issuer, subject, ...link })
    .onConflictDoUpdate({
      target: [externalLinks.realm, externalLinks.issuer, externalLinks.subject],
      set: { ...link, linkedAt: new Date() },
    });
}
