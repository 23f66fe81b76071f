import { randomInt } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import type { CredentialService, PasswordLinkMailer, PasswordValidity } from "~/services/.server/directory/identity";
import type { PersonType } from "~/services/.server/directory/rules";
import { newPasswordPath } from "~/services/contracts/account";
import { formMessages } from "~/services/contracts/form-messages";
import { forbidden } from "~/services/contracts/service-error";
import type { Person } from "./people-store";
import { makeWordPassword } from "./word-passwords";

/**
 * Initial passwords issued by staff: random and shown once. Staff and guardians must change theirs at the next login; a pupil's is
 * permanent unless the school sets an expiry. docs/security.md, line 22.
 */

/** Without letters and digits that are easily confused; 12 of 55 give 69 bits. */
const passwordLetters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A random password of letters and digits. docs/security.md, line 22. */
export function makeLetterPassword(): string {
  const letters = Array.from({ length: 12 }, () => passwordLetters[randomInt(passwordLetters.length)]).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/** A random password: words for pupils, letters and digits for others. docs/security.md, line 22. */
export function makePassword(realm: Realm, type: PersonType): string {
  return type === "student" ? makeWordPassword(realm) : makeLetterPassword();
}

/**
 * The validity of a password that staff set for a person of this type.
 * @param places subquery of the person's organisation ids; the shortest of their settings applies
 */
export async function passwordValidity(
  within: Pick<Database | Transaction, "execute">,
  type: PersonType,
  places: SQL,
): Promise<PasswordValidity> {
  if (type !== "student") return { temporary: true };
  const { rows } = await within.execute<{ days: number | null }>(sql`
    select min(o.pupil_password_days)::int as days from directory.organizations o
    where o.id in (${places}) and o.status <> 'deleted'`);
  return { temporary: false, days: rows[0]?.days ?? null };
}

/** `passwordValidity` for many stored people, by their ids. */
export async function passwordValidities(
  within: Pick<Transaction, "execute">,
  people: ReadonlyArray<{ id: number; type: PersonType }>,
): Promise<Map<number, PasswordValidity>> {
  const pupils = people.filter(({ type }) => type === "student").map(({ id }) => id);
  const lives = new Map<number, PasswordValidity>(
    people.map(({ id, type }) => [id, type === "student" ? { temporary: false } : { temporary: true }]),
  );
  if (pupils.length === 0) return lives;
  const { rows } = await within.execute<{ id: number; days: number }>(sql`
    select a.user_id::int as id, min(o.pupil_password_days)::int as days
    from directory.associations a join directory.organizations o on o.id = a.organization_id
    where a.user_id = any(${sql.param(pupils)}::int[]) and a.active and o.status <> 'deleted'
    group by a.user_id having min(o.pupil_password_days) is not null`);
  for (const { id, days } of rows) lives.set(id, { temporary: false, days });
  return lives;
}

/** The organisations of a person by uid, for `passwordValidity`. */
export function placesOf(uid: string): SQL {
  return sql`select a.organization_id from directory.associations a
    join directory.users u on u.id = a.user_id where u.uid = ${uid} and a.active`;
}

/**
 * Sets a person's initial password, logs it, and ends their sessions. docs/security.md, lines 22 and 26.
 * @throws ServiceError 400 for a password that is too short, too long or too common
 */
export async function setFirstPassword(
  credentials: CredentialService,
  database: Database | Transaction,
  access: Access,
  person: Pick<Person, "uid" | "type">,
  password: string,
): Promise<void> {
  await inTransaction(database, async (within) => {
    const life = await passwordValidity(within, person.type, placesOf(person.uid));
    await credentials.setPassword(access.realm, person.uid, password, { ...life, within });
    await writeAudit(within, access, [{ action: "user.password_set", subjectType: "user", subjectUid: person.uid }]);
  });
}

/**
 * Mails somebody who also belongs elsewhere a link to choose a new password, and logs it. docs/security.md, line 36.
 * @returns the shortened address
 * @throws ServiceError 403 without a password or a confirmed address, 429, 503 `mail_unavailable`
 */
export async function mailPassword(
  mailer: PasswordLinkMailer,
  database: Database | Transaction,
  access: Access,
  { uid }: Pick<Person, "uid">,
  origin: string,
): Promise<string> {
  return inTransaction(database, async (within) => {
    await writeAudit(within, access, [{ action: "user.password_mailed", subjectType: "user", subjectUid: uid }]);
    const address = await mailer.mailPasswordLink(access.realm, uid, origin + newPasswordPath, within);
    if (address === null) throw forbidden(formMessages.everyOrganization);
    return address;
  });
}
