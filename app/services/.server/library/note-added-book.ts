import type { Transaction } from "~/db/.server/connect";
import { type Realm, realmRow } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import type { AuditAction } from "~/services/contracts/audit-actions";

type Author = Parameters<typeof writeAudit>[1];

/** Subject of audit entries by the system; no person has this uid. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** Books added at the command line have the system as their author, since the directory does not know the user. */
export function systemAuthor(realm: Realm, requestId: string): Author {
  return { realm, uid: null, actorUid: null, requestId, ipAddress: null };
}

type NoteBook = (transaction: Transaction, book: { id: string; title: string }) => Promise<void>;

/**
 * Logs an action on a book in a country. A book is not a person, so the entry is in the log of its author. docs/security.md, line 26.
 */
export function noteBook(author: Author | Access, action: AuditAction, more: { attributes?: string[] } = {}): NoteBook {
  return (transaction, { id, title }) => {
    const details = { book: id, title, country: realmRow(author.realm).countryCode, ...more };
    return writeAudit(transaction, author, [
      { action, subjectType: "user", subjectUid: author.uid ?? nobody, details },
    ]);
  };
}

/** Logs that a book was added to a country. */
export function noteAddedBook(author: Author | Access): NoteBook {
  return noteBook(author, "book.added");
}
