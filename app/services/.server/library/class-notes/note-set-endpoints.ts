import type { Databases } from "~/db/.server/connect";
import { type Access, accessOf } from "~/services/.server/directory/access";
import {
  authoriseEmployee,
  authoriseTaughtGroup,
  type CallerProof,
  readUid,
} from "~/services/.server/directory/authorisation";
import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import { requireAuthor, requireOwnMarks } from "~/services/.server/directory/own-rights";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { BookAccess } from "~/services/.server/library/book-access";
import { requireOwner } from "~/services/.server/library/notes/require-owner";
import { classNotesContracts as contracts } from "~/services/contracts/class-notes";
import { formMessages } from "~/services/contracts/form-messages";
import { notFound, validationError } from "~/services/contracts/service-error";
import {
  changeSetNotes,
  deleteSet,
  findHiddenSets,
  findNoteSet,
  findNoteSets,
  findOwnGroups,
  findSetsOfAuthor,
  type SetReader,
  type StoredSet,
  saveSet,
  setHidden,
} from "./note-set-store";
import { findAllSharedNotes, findGroupsOfPupil, findSharedNotes } from "./shared-note-store";

type Parts = Pick<BookAccess, "authoriseBook"> & { databases: Databases };
type Calls = Pick<
  typeof contracts,
  "getClassNotes" | "saveNoteSet" | "changeNoteSetNotes" | "deleteNoteSet" | "hideNoteSet" | "getUserClassNotes"
>;

/** Children of families are in no group. */
const withoutProfile = { headers: {} };

const readerOf = (access: Access): SetReader => ({ ...access, now: new Date() });

/** Endpoints of teachers' notes for a class. docs/product/reader.md#notes-for-a-class. */
export function noteSetEndpoints({ databases, authoriseBook }: Parts): Endpoints<Calls> {
  /** @throws ServiceError 404 while acting, 403 for shared accounts and everybody but employees */
  const authoriseTeacher = (caller: Caller): CallerProof => {
    const self = requireCaller(caller);
    requireOwner(self);
    requireOwnMarks(self);
    return authoriseEmployee({ databases }, caller);
  };
  /** @throws ServiceError as `authoriseTeacher`; 404 for a set that the caller does not see, 403 for one of somebody else */
  const authoriseOwnSet = async (caller: Caller, id: string): Promise<CallerProof & { set: StoredSet }> => {
    const proof = authoriseTeacher(caller);
    const set = await findNoteSet(proof.database, readerOf(proof.access), readUid(id));
    if (!set) throw notFound();
    requireAuthor(set.right === "write");
    return { ...proof, set };
  };

  return {
    getClassNotes: endpoint({
      contract: contracts.getClassNotes,
      async authorise({ params }, caller) {
        requireOwner(requireCaller(caller));
        const proof = await authoriseBook(withoutProfile, caller, params.id, { evenIfWithheld: true });
        requireOwnMarks(proof.self);
        return { ...proof, access: accessOf(caller), database: databases[caller.region] };
      },
      async handle(_input, { access, database, book }) {
        const isPupil = access.type === "student";
        const [data, groups, ownGroups, shared] = await Promise.all([
          findNoteSets(database, readerOf(access), book.id),
          access.type === "employee" && !access.mustStepUp ? findOwnGroups(database, access) : [],
          isPupil ? findGroupsOfPupil(database, access) : [],
          isPupil ? findSharedNotes(database, access, book.id) : [],
        ]);
        return { status: 200, body: { data, groups, mayShare: ownGroups.length > 0, shared } };
      },
    }),
    saveNoteSet: endpoint({
      contract: contracts.saveNoteSet,
      async authorise({ params, body }, caller) {
        requireOwner(requireCaller(caller));
        const { book } = await authoriseBook(withoutProfile, caller, params.id);
        const proof = authoriseTeacher(caller);
        const reader = readerOf(proof.access);
        const id = readUid(params.setId);
        const stored = await findNoteSet(proof.database, reader, id);
        if (stored) requireAuthor(stored.right === "write");
        if (stored && stored.bookId !== book.id) throw notFound();
        const { group } = await authoriseTaughtGroup(proof, body.groupId);
        const copied = body.copyOf ? await findNoteSet(proof.database, reader, body.copyOf) : null;
        if (body.copyOf && copied?.bookId !== book.id) {
          throw validationError([{ attribute: "copyOf", reason: formMessages.gone }]);
        }
        return { ...proof, id, book, group, stored, copyOf: copied?.id ?? null };
      },
      async handle({ body: draft }, { database, access, id, book, group, stored, copyOf }) {
        await saveSet(database, access, { id, bookId: book.id, group, draft, stored, copyOf });
        const set = (await findNoteSets(database, readerOf(access), book.id)).find((each) => each.id === id);
        if (!set) throw notFound();
        return { status: 200, body: set };
      },
    }),
    changeNoteSetNotes: endpoint({
      contract: contracts.changeNoteSetNotes,
      authorise: ({ params }, caller) => authoriseOwnSet(caller, params.id),
      async handle({ body: { changes } }, { database, set }) {
        return { status: 200, body: await changeSetNotes(database, set.id, changes, new Date()) };
      },
    }),
    deleteNoteSet: endpoint({
      contract: contracts.deleteNoteSet,
      authorise: ({ params }, caller) => authoriseOwnSet(caller, params.id),
      async handle(_input, { database, access, set }) {
        await deleteSet(database, access, set);
        return { status: 204, body: undefined };
      },
    }),
    hideNoteSet: endpoint({
      contract: contracts.hideNoteSet,
      async authorise({ params }, caller) {
        requireOwner(requireCaller(caller));
        const access = accessOf(caller);
        const database = databases[caller.region];
        const set = await findNoteSet(database, readerOf(access), readUid(params.id));
        if (!set?.isForPupil) throw notFound();
        return { access, database, set };
      },
      async handle({ body: { isHidden } }, { access, database, set }) {
        await setHidden(database, access, set.id, isHidden);
        return { status: 204, body: undefined };
      },
    }),
    getUserClassNotes: endpoint({
      contract: contracts.getUserClassNotes,
      async authorise({ params, query }, caller) {
        const self = requireCaller(caller);
        requireOwner(self);
        if (params.id !== self.uid) throw notFound();
        return { self, after: query.after === undefined ? null : readUid(query.after) };
      },
      async handle(_input, { self: { uid }, after }, { realm, region }) {
        const database = databases[region];
        const whose = { realm, uid };
        const page = await findSetsOfAuthor(database, whose, after);
        const [shared, hidden] =
          after === null
            ? await Promise.all([findAllSharedNotes(database, whose), findHiddenSets(database, whose)])
            : [[], []];
        return { status: 200, body: { ...page, shared, hidden } };
      },
    }),
  };
}
