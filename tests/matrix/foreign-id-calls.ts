import type { Target } from "#tests/support/page-matrix";
import { draftAssignment, exercises } from "#tests/support/submissions-scene";

export const roles = ["student", "guardian", "teacher", "admin", "super"] as const;
export type Role = (typeof roles)[number];

export type Foreign = Target & {
  /** A sign-in session and a saved view of a user there; `book` is offered only there. */
  session: string;
  view: string;
  /** A child profile of a user there. */
  profile: string;
  /** An import into the school. */
  import: string;
  /** A sync of the school, and one of its jobs. */
  sync: string;
  syncJob: string;
  /** An assignment for the group there, and one pupil's submission. */
  assignment: string;
  submission: string;
  /** Notes of a teacher for the group there. */
  noteSet: string;
  /** A reading led there. */
  ledReading: string;
};

/** 403 before any look at the ids: the role may not make the call at all. */
const notForPupils = { student: 403, guardian: 403 };
const forSuperUsers = { ...notForPupils, teacher: 403, admin: 403 };

type ClientName = "account" | "auth" | "controlPanel" | "library" | "submissions" | "sync";
export type Input = { params?: object; query?: object; body?: object | string; headers?: object };
export type Call = {
  client: ClientName;
  input: (target: Foreign) => Input;
  /** Status of a refusal by role; 404 for the others. */
  refused?: Partial<Record<Role, number>>;
  /** Status for a super user who reads there, but may not do this. */
  refusedInRealm?: number;
  /** Whether a super user may use ids of another school in the own realm. */
  isReachedBySuper?: true;
};

const ledReading = (input: Omit<Input, "params"> = {}): Call => ({
  client: "library",
  input: ({ ledReading: id }) => ({ params: { id }, ...input }),
});
const book = (input: Omit<Input, "params"> = {}): Call => ({
  client: "library",
  input: ({ book: id }) => ({ params: { id }, ...input }),
});
/** A call on the catalogue, which only super users edit. */
const catalogued = (input: Omit<Input, "params"> = {}): Call => ({ ...book(input), refused: forSuperUsers });
const job: Call = { client: "controlPanel", input: ({ job: id }) => ({ params: { id } }), refused: notForPupils };

const imported = (input: Omit<Input, "params"> = {}): Call => ({
  client: "controlPanel",
  input: ({ import: id }) => ({ params: { id }, ...input }),
  refused: notForPupils,
  isReachedBySuper: true,
});

/** Students and guardians may not read assignments (403). A super user may read an assignment of the own realm, and do nothing else. */
const assignment = (input: Omit<Input, "params"> = {}): Call => ({
  client: "submissions",
  input: ({ assignment: id, submission: submissionId }) => ({ params: { id, submissionId }, ...input }),
  refused: notForPupils,
  refusedInRealm: 403,
});

const noteSet = (input: Omit<Input, "params"> = {}): Call => ({
  client: "library",
  input: ({ noteSet: id }) => ({ params: { id }, ...input }),
  refused: notForPupils,
});

const syncOf = (params: object, input: Omit<Input, "params"> = {}): Call => ({
  client: "sync",
  input: ({ school: orgId, sync: syncId }) => ({
    params: { orgId, ...("syncId" in params ? { syncId } : params) },
    ...input,
  }),
  refused: notForPupils,
  isReachedBySuper: true,
});
const syncJob: Call = {
  client: "sync",
  input: ({ syncJob: jobId }) => ({ params: { jobId } }),
  refused: notForPupils,
  isReachedBySuper: true,
};
const syncDraft = { type: "skolon", name: "S", address: "https://roster.example/" };

/** Calls that take an id which may belong to others, by their names in the contracts. */
export const naming: Record<string, Call> = {
  getResourcesUrl: book(),
  getPolicy: book(),
  getLastMark: book(),
  setLastMark: book({ body: { position: JSON.stringify({ ncxRef: "", URI: "EPUB/one.xhtml" }) } }),
  getBookmarks: book(),
  setBookmarks: book({ headers: {}, body: [] }),
  getAnnotations: book(),
  changeAnnotations: book({
    body: { changes: [{ id: "0d8f2a4e-5b1c-4e7a-9f3d-6c2b1a0e9d8c", read: 0, annotation: null }] },
  }),
  getBookWords: book({ query: { from: "sv" } }),
  getClassNotes: book(),
  saveNoteSet: {
    client: "library",
    input: ({ book: id, noteSet: setId, group: groupId }) => ({
      params: { id, setId },
      body: { title: "A", groupId, shownFrom: null, version: 1 },
    }),
  },
  changeNoteSetNotes: noteSet({
    body: { changes: [{ id: "0d8f2a4e-5b1c-4e7a-9f3d-6c2b1a0e9d8c", read: 0, annotation: null }] },
  }),
  deleteNoteSet: noteSet(),
  hideNoteSet: { ...noteSet({ body: { isHidden: true } }), refused: {} },
  shareNote: { client: "library", input: ({ book: id, noteSet: noteId }) => ({ params: { id, noteId } }) },
  unshareNote: { client: "library", input: ({ book: id, noteSet: noteId }) => ({ params: { id, noteId } }) },
  getGroupSharedNotes: {
    client: "library",
    input: ({ group: id }) => ({ params: { id }, query: {} }),
    refusedInRealm: 403,
  },
  getUserClassNotes: { client: "library", input: ({ student: id }) => ({ params: { id }, query: {} }) },
  startLedReading: book(),
  getUserLedReadings: { client: "library", input: ({ student: id }) => ({ params: { id } }) },
  turnLedReading: ledReading({ body: { source: "EPUB/one.xhtml", cfi: null, progression: 0 } }),
  endLedReading: ledReading(),
  getFollowedReading: ledReading(),
  getBook: book(),
  openBook: book(),
  // Books of the catalogue that are no samples.
  openSample: book(),
  getSamplePolicy: book({ query: {} }),
  getBookFiles: book(),
  getUserBooks: {
    client: "library",
    input: ({ student: id }) => ({ params: { id } }),
    isReachedBySuper: true,
  },
  getReadings: { client: "library", input: ({ student: id }) => ({ params: { id } }) },
  getUserAnnotations: { client: "library", input: ({ student: id }) => ({ params: { id }, query: {} }) },
  getSavedWords: { client: "library", input: ({ student: id }) => ({ params: { id } }) },
  changeSavedWords: {
    client: "library",
    input: ({ student: id }) => ({ params: { id }, body: { changes: [{ language: "sv", key: "katt", saved: null }] } }),
  },
  getReadingWeek: {
    client: "library",
    input: ({ student: id }) => ({ params: { id } }),
    isReachedBySuper: true,
  },
  getUserReading: {
    client: "library",
    input: ({ student: id }) => ({ params: { id }, query: {} }),
    isReachedBySuper: true,
  },
  getGroupReading: {
    client: "library",
    input: ({ group: id }) => ({ params: { id }, query: {} }),
    isReachedBySuper: true,
  },
  getSchoolReading: {
    client: "library",
    input: ({ school: id }) => ({ params: { id }, query: {} }),
    isReachedBySuper: true,
  },
  getShelf: { client: "library", input: ({ student: id }) => ({ params: { id }, query: {} }) },
  getNextBook: book({ query: {} }),
  getSimilarBooks: book(),
  setReading: {
    client: "library",
    input: ({ student: id, book: bookId }) => ({ params: { id, bookId }, body: { isHidden: true } }),
  },
  putUserBook: {
    client: "library",
    input: ({ student: id, book: bookId }) => ({ params: { id }, body: { bookId } }),
  },
  deleteUserBook: {
    client: "library",
    input: ({ student: id, book: bookId }) => ({ params: { id, bookId } }),
    isReachedBySuper: true,
  },
  addSchoolBook: {
    client: "library",
    input: ({ school: id, book: bookId }) => ({ params: { id }, body: { bookId } }),
  },
  deleteSchoolBook: {
    client: "library",
    input: ({ school: id, book: bookId }) => ({ params: { id, bookId } }),
    isReachedBySuper: true,
  },
  getSchoolBooks: {
    client: "library",
    input: ({ school: id }) => ({ params: { id }, query: {} }),
    isReachedBySuper: true,
  },
  getGroupBooks: {
    client: "library",
    input: ({ group: id }) => ({ params: { id }, query: {} }),
    isReachedBySuper: true,
  },
  addGroupBook: {
    client: "library",
    input: ({ group: id, book: bookId }) => ({ params: { id }, body: { bookId } }),
  },
  deleteGroupBook: {
    client: "library",
    input: ({ group: id, book: bookId }) => ({ params: { id, bookId } }),
    isReachedBySuper: true,
  },
  getBookPlaces: book(),
  getCatalogueBook: catalogued(),
  updateCatalogueBook: catalogued({
    body: {
      ...{ title: "T", language: "sv", audioLanguages: [], videoLanguages: [], categories: [], kind: "fixed" },
      ...{ ageFrom: null, ageTo: null, subscriptions: [], isTalking: false, version: 1 },
    },
  }),
  setBookWithdrawn: catalogued({ body: { isWithdrawn: true } }),
  getSubmission: { client: "submissions", input: ({ submission: id }) => ({ params: { id } }) },
  updateSubmission: {
    client: "submissions",
    input: ({ submission: id }) => ({
      params: { id },
      headers: {},
      body: JSON.stringify({ status: "Submitted", answers: {} }),
    }),
  },
  createAssignment: {
    client: "submissions",
    input: ({ group: groupId, book: bookId }) => ({ body: { ...draftAssignment(groupId), bookId } }),
  },
  getAssignment: { ...assignment(), isReachedBySuper: true },
  updateAssignment: assignment({
    body: {
      ...{ title: "T", description: "", bookId: "x", chapter: null, dueOn: null, shared: false, version: 1 },
      exercises,
    },
  }),
  deleteAssignment: assignment(),
  getAssignmentSubmissions: assignment(),
  commentSubmission: assignment({ body: { comment: "C", handBack: true } }),
  changeProfile: {
    client: "account",
    input: ({ profile: id }) => ({ params: { id }, body: { name: "Alma", avatar: "fox", ageLimit: null, version: 1 } }),
  },
  deleteProfile: { client: "account", input: ({ profile: id }) => ({ params: { id } }) },
  getBookForChildren: book(),
  getWithheldBooks: { client: "library", input: ({ profile: id }) => ({ params: { id } }) },
  withholdBook: { client: "library", input: ({ profile: id, book: bookId }) => ({ params: { id, bookId } }) },
  releaseBook: { client: "library", input: ({ profile: id, book: bookId }) => ({ params: { id, bookId } }) },
  createDeviceLink: {
    client: "auth",
    input: ({ profile: profileId }) => ({ body: { profileId, deviceName: "Tablet" } }),
  },
  endSession: { client: "auth", input: ({ session: id }) => ({ params: { id } }) },
  getActingTarget: {
    client: "auth",
    input: ({ student: uid }) => ({ params: { uid } }),
    isReachedBySuper: true,
  },
  createJob: {
    client: "controlPanel",
    input: ({ school: organization }) => ({
      body: { data: { kind: "delete", selection: { match: { organization, list: "students" } } } },
    }),
    refused: notForPupils,
    isReachedBySuper: true,
  },
  getJob: job,
  getJobResults: job,
  getJobFile: job,
  cancelJob: job,
  createImport: {
    client: "controlPanel",
    input: ({ school: id }) => ({ params: { id }, query: { fileName: "people.xlsx" }, body: new ReadableStream() }),
    refused: notForPupils,
    isReachedBySuper: true,
  },
  getImports: {
    client: "controlPanel",
    input: ({ school: id }) => ({ params: { id }, query: {} }),
    refused: notForPupils,
    isReachedBySuper: true,
  },
  getImportTemplate: {
    client: "controlPanel",
    input: ({ school: id }) => ({ params: { id } }),
    refused: notForPupils,
    isReachedBySuper: true,
  },
  getImport: imported(),
  getImportRows: imported({ query: {} }),
  refreshImport: imported(),
  putImportChoices: imported({ body: { rest: "new" } }),
  startImport: imported({ body: {} }),
  cancelImport: imported(),
  getImportCorrections: imported({ query: { language: "sv" } }),
  getImportSlips: imported({ query: {} }),
  undoImport: imported(),
  getSyncSettings: syncOf({}),
  putSyncConfig: syncOf({}, { body: { config: { active: false } } }),
  putSyncSetting: syncOf({ field: "active" }, { body: { active: false } }),
  getSyncs: syncOf({}),
  putSync: syncOf({ syncId: true }, { body: syncDraft }),
  checkSync: syncOf({ syncId: true }),
  putSyncFile: syncOf({ syncId: true }, { body: new ReadableStream() as unknown as object }),
  triggerSync: syncOf({ syncId: true }),
  getSyncJobs: syncOf({ syncId: true }, { query: {} }),
  getSyncJob: syncJob,
  getSyncLogs: syncJob,
  releaseSyncJob: syncJob,
  refuseSyncJob: syncJob,
  undoSyncJob: syncJob,
  deleteSync: syncOf({ syncId: true }),
  deleteListView: {
    client: "controlPanel",
    input: ({ view }) => ({ params: { list: "students", view } }),
    refused: notForPupils,
  },
};

/** Calls about the caller, about nobody, or authorised by a secret. */
export const ofOneself = [
  ...[
    "getMe",
    "getMyOrganizations",
    "getMyGroups",
    "getMyDetails",
    "getMails",
    "joinGroup",
    "getSettings",
    "changeSettings",
  ],
  ...["getProfiles", "getJoinedProfile", "createProfile"],
  ...["requestEmailVerification", "requestEmailChange", "readEmailConfirmation", "confirmEmail", "register"],
  ...["deleteAccount", "readAccountRestoration", "restoreAccount"],
  ...["requestPasswordReset", "readPasswordReset", "resetPassword"],
  ...["getUserInfo", "getConfiguration", "getKeys", "getSessions", "endOtherSessions", "changePassword"],
  ...["getParentPin", "setParentPin", "removeParentPin", "checkParentPin"],
  ...["getSecondFactor", "sendSmsCode", "beginSecondFactor", "confirmSecondFactor", "removeSecondFactor"],
  ...["getProviders", "beginExternal", "finishExternal"],
  ...["getLinks", "beginLink", "finishLink", "confirmLink", "removeLink"],
  ...[
    "getOwnPupils",
    "getSamples",
    "uploadBook",
    "getCatalogue",
    "getBookUploads",
    "getJobs",
    "createListView",
    "putListColumns",
  ],
  ...["getSubmissions", "getSubmissionCards", "getPupilSubmissions", "getClasses", "getAssignments"],
  ...["addReadingLog", "addEvents"],
  // A code, and ids that only followers know: library/led/led-readings.test.ts.
  ...["joinLedReading", "getLedTurns"],
];
