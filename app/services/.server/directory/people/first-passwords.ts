import { randomInt } from "node:crypto";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import type { CredentialService } from "~/services/.server/directory/identity";
import type { Person } from "./people-store";

/** Passwords that staff hand out: random, written down once, changed at the next sign-in. docs/security.md, line 22. */

/** Letters and digits that nobody mistakes for one another; 12 of 55 make 69 bits. */
const passwordLetters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A first password: random, written down once. docs/security.md, line 22. */
export function makePassword(): string {
  const letters = Array.from({ length: 12 }, () => passwordLetters[randomInt(passwordLetters.length)]).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/**
 * Gives a person a password that they must change, with its line in the log, and ends their sessions. docs/security.md, lines 22 and 26.
 * @throws ServiceError 400 for a password that is too short, too long or too common
 */
export async function setFirstPassword(
  credentials: CredentialService,
  database: Database | Transaction,
  access: Access,
  person: Pick<Person, "uid">,
  password: string,
): Promise<void> {
  await database.transaction(async (within) => {
    await credentials.setPassword(access.realm, person.uid, password, { temporary: true, within });
    await writeAudit(within, access, [{ action: "user.password_set", subjectType: "user", subjectUid: person.uid }]);
  });
}
