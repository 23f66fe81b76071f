import type { Databases } from "~/db/.server/connect";
import { authoriseCaller, authoriseTaughtGroup, readUid } from "~/services/.server/directory/authorisation";
import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import { requireOwnMarks, requirePupil } from "~/services/.server/directory/own-rights";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { BookAccess } from "~/services/.server/library/book-access";
import { requireOwner } from "~/services/.server/library/notes/require-owner";
import { classNotesContracts as contracts } from "~/services/contracts/class-notes";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";
import { copyNote, findGroupsOfPupil, findNotesOfGroup, takeBackNote } from "./shared-note-store";

type Parts = Pick<BookAccess, "authoriseBook"> & { databases: Databases };
type Calls = Pick<typeof contracts, "shareNote" | "unshareNote" | "getGroupSharedNotes">;

/** Endpoints of notes that pupils share with their teachers. docs/product/reader.md#notes-for-a-class. */
export function sharedNoteEndpoints({ databases, authoriseBook }: Parts): Endpoints<Calls> {
  /** @throws ServiceError 404 while acting and like authoriseBook; 403 for shared accounts and everybody but pupils */
  const authorisePupil = async ({ params }: { params: { id: string; noteId: string } }, caller: Caller) => {
    requireOwner(requireCaller(caller));
    const { self, book } = await authoriseBook({ headers: {} }, caller, params.id, { evenIfWithheld: true });
    requirePupil(self);
    requireOwnMarks(self);
    const { realm, region } = caller;
    return { pupil: { realm, uid: self.uid }, book, id: readUid(params.noteId), database: databases[region] };
  };

  return {
    shareNote: endpoint({
      contract: contracts.shareNote,
      authorise: authorisePupil,
      async handle(_input, { pupil, book, id, database }) {
        const groupIds = await findGroupsOfPupil(database, pupil);
        return { status: 200, body: await copyNote(database, pupil, { bookId: book.id, id, groupIds }) };
      },
    }),
    unshareNote: endpoint({
      contract: contracts.unshareNote,
      authorise: authorisePupil,
      async handle(_input, { pupil, book, id, database }) {
        await takeBackNote(database, pupil, book.id, id);
        return { status: 204, body: undefined };
      },
    }),
    getGroupSharedNotes: endpoint({
      contract: contracts.getGroupSharedNotes,
      async authorise({ params }, caller) {
        requireOwner(requireCaller(caller));
        return authoriseTaughtGroup(authoriseCaller({ databases }, caller), params.id);
      },
      async handle({ query }, { group, database, access: { realm } }) {
        const page = await findNotesOfGroup(database, { realm, groupId: group.id }, readPlace(query.before));
        return { status: 200, body: { group: { id: group.uid, name: group.name }, ...page } };
      },
    }),
  };
}

/** @throws ServiceError 400 for one that no page had */
function readPlace(before: string | undefined): { sharedAt: string; id: string } | null {
  if (before === undefined) return null;
  const [sharedAt = "", id = ""] = before.split(" ");
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(sharedAt) || Number.isNaN(Date.parse(sharedAt)) || !isUid(id)) {
    throw validationError([{ attribute: "before", reason: formMessages.incorrectFormat }]);
  }
  return { sharedAt, id };
}
