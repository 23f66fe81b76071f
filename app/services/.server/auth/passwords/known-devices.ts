import { z } from "zod";
import type { Realm } from "~/realms/realm";
import { randomToken, type SecretBox } from "~/security/secret-box.server";

/**
 * Browsers with a previous login. Each stores an encrypted list of the accounts that logged in; attempts from it have their own counter, so
 * that nobody is blocked by other people's attempts on their account, even from the same network. The list is not a credential.
 * docs/security.md, line 29; decision 9.
 */

/** Maximum number of accounts per browser: a class that shares a tablet. */
const rememberedAccounts = 30;

const noteSchema = z.object({ id: z.string(), accounts: z.array(z.string()) });

export type KnownDevices = ReturnType<typeof createKnownDevices>;

export function createKnownDevices(box: SecretBox) {
  const open = (note: string | undefined) => {
    const plain = note ? box.open(Buffer.from(note, "base64url")) : null;
    return plain === null ? null : noteSchema.parse(JSON.parse(plain));
  };
  return {
    /** The browser's id, if this user has logged in with it before. */
    find(note: string | undefined, realm: Realm, uid: string | null): string | null {
      const known = open(note);
      return known?.accounts.includes(`${realm} ${uid}`) ? known.id : null;
    },

    /** The updated list, with the user who has just logged in. */
    add(note: string | undefined, realm: Realm, uid: string): string {
      const { id, accounts } = open(note) ?? { id: randomToken(12), accounts: [] };
      const account = `${realm} ${uid}`;
      const others = accounts.filter((each) => each !== account);
      const latest = [account, ...others].slice(0, rememberedAccounts);
      return box.seal(JSON.stringify({ id, accounts: latest })).toString("base64url");
    },
  };
}
