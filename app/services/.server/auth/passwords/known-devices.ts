import { z } from "zod";
import type { Realm } from "~/realms/realm";
import { randomToken, type SecretBox } from "~/security/secret-box.server";

/**
 * Browsers in which somebody has signed in before. Each keeps an encrypted note of whom; guesses that come with it count apart, so that
 * nobody is held up by others' guesses at their account, not even by those of their own network. The note opens nothing. docs/security.md,
 * line 29; decision 9.
 */

/** Accounts that one browser remembers: a class that shares a tablet. */
const rememberedAccounts = 30;

const noteSchema = z.object({ id: z.string(), accounts: z.array(z.string()) });

export type KnownDevices = ReturnType<typeof createKnownDevices>;

export function createKnownDevices(box: SecretBox) {
  const open = (note: string | undefined) => {
    const plain = note ? box.open(Buffer.from(note, "base64url")) : null;
    return plain === null ? null : noteSchema.parse(JSON.parse(plain));
  };
  return {
    /** Which browser it is, if this person has signed in there before. */
    find(note: string | undefined, realm: Realm, uid: string | null): string | null {
      const known = open(note);
      return known?.accounts.includes(`${realm} ${uid}`) ? known.id : null;
    },

    /** The note with a person in it, who has just signed in. */
    add(note: string | undefined, realm: Realm, uid: string): string {
      const { id, accounts } = open(note) ?? { id: randomToken(12), accounts: [] };
      const account = `${realm} ${uid}`;
      const others = accounts.filter((each) => each !== account);
      const latest = [account, ...others].slice(0, rememberedAccounts);
      return box.seal(JSON.stringify({ id, accounts: latest })).toString("base64url");
    },
  };
}
