import type { Transaction } from "~/db/.server/connect";
import { type Realm, realmRow } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import type { AuditAction } from "~/services/contracts/audit-actions";

type Author = Parameters<typeof writeAudit>[1];

/** Stands for the system where the audit asks whom a line is about: no person has it. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** Whoever adds books at the command line is nobody whom the directory knows: the system is the author. */
export function systemAuthor(realm: Realm, requestId: string): Author {
  return { realm, uid: null, actorUid: null, requestId, ipAddress: null };
}

type NoteBook = (transaction: Transaction, book: { id: string; title: string }) => Promise<void>;

/**
 * What was done with which book in which country, and by whom. A book is nobody's subject: the line is in the log of whoever did it.
 * docs/security.md, line 26.
 */
export function noteBook(author: Author | Access, action: AuditAction, more: { attributes?: string[] } = {}): NoteBook {
  return (transaction, { id, title }) => {
    const details = { book: id, title, country: realmRow(author.realm).countryCode, ...more };
    return writeAudit(transaction, author, [
      { action, subjectType: "user", subjectUid: author.uid ?? nobody, details },
    ]);
  };
}

/** Which book came into which country, and through whom. */
export function noteAddedBook(author: Author | Access): NoteBook {
  return noteBook(author, "book.added");
}
