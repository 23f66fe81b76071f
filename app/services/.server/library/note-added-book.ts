import { type Realm, realmRow } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import type { AddBookOptions } from "./add-book";

type Author = Parameters<typeof writeAudit>[1];

/** Stands for the system where the audit asks whom a line is about: no person has it. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** Whoever adds books at the command line is nobody whom the directory knows: the system is the author. */
export function systemAuthor(realm: Realm, requestId: string): Author {
  return { realm, uid: null, actorUid: null, requestId, ipAddress: null };
}

/**
 * Which book came into which country, and through whom. A book is nobody's subject: the line is in the log of whoever added it.
 * docs/security.md, line 26.
 */
export function noteAddedBook(author: Author | Access): NonNullable<AddBookOptions["note"]> {
  return (transaction, { id, title }) => {
    const details = { book: id, title, country: realmRow(author.realm).countryCode };
    return writeAudit(transaction, author, [
      { action: "book.added", subjectType: "user", subjectUid: author.uid ?? nobody, details },
    ]);
  };
}
