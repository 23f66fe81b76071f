/**
 * Every call that changes something, in an order in which each has its preconditions, with the audit entries it
 * creates: action and subject. docs/security.md, line 26.
 */

export type Thing =
  | "pupil"
  | "guardian"
  | "employee"
  | "group"
  | "newGroup"
  | "newPupil"
  | "school"
  | "otherSchool"
  | "newSchool";
export type Things = Record<Thing, string> & { session: string; book: Uint8Array<ArrayBuffer> };
type Input = { params?: object; query?: object; body?: object };
type Step = [call: string, input: (things: Things) => Input, lines: Array<[action: string, subject: Thing | "self"]>];

const attributes = (of: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(of).map(([name, value]) => [name, { value }])) },
});
const student = ({ pupil }: Things) => ({ version: "v1", type: "students", id: pupil });
const words = { title: "T", hint: "H", name: "N", username: "U", password: "P", withoutGroup: "W" };
const job = (fields: (things: Things) => object) => (things: Things) => ({
  body: { data: { selection: { ids: [things.pupil] }, ...fields(things) } },
});

/** Periods that exist beforehand: of the pupil and of the school. */
export const storedPeriods = { pupil: 900_001, school: 900_002 };

function periodSteps(owner: "User" | "SchoolUnit", thing: keyof typeof storedPeriods): Step[] {
  const id = String(storedPeriods[thing]);
  const uidName = owner === "User" ? "userUid" : "schoolUnitUid";
  const day = "2041-01-01";
  return [
    [
      `create${owner}Period`,
      (things) => ({ body: { [uidName]: things[thing], type: "fabel-preschool", start: day, end: day } }),
      [["period.created", thing]],
    ],
    [`update${owner}Period`, () => ({ params: { id }, body: { end: null } }), [["period.changed", thing]]],
    [
      `delete${owner}Period`,
      (things) => ({ params: { ownerUid: things[thing], legacyId: id } }),
      [["period.deleted", thing]],
    ],
  ];
}

/** All metadata of a catalogue book. */
const described = {
  ...{
    title: "A test book",
    language: "en",
    audioLanguages: [],
    videoLanguages: [],
    categories: [],
    kind: "reflowable",
  },
  ...{ ageFrom: null, ageTo: null, subscriptions: [], isTalking: false },
};

export const auditedSteps: Step[] = [
  [
    "createGroup",
    ({ school }) => ({ body: attributes({ name: "7X", organization: school }) }),
    [["group.created", "newGroup"]],
  ],
  [
    "updateGroup",
    ({ group }) => ({ params: { id: group }, body: attributes({ name: "7Y" }) }),
    [["group.changed", "group"]],
  ],
  [
    "updateGroup",
    ({ group }) => ({ params: { id: group }, body: attributes({ code: true }) }),
    [["group.changed", "group"]],
  ],
  ["renewGroupCode", ({ group }) => ({ params: { id: group } }), [["group.changed", "group"]]],
  [
    "putGroupUser",
    ({ newGroup, pupil }) => ({ params: { id: newGroup, userId: pupil } }),
    [["user.groups_changed", "pupil"]],
  ],
  [
    "deleteGroupUser",
    ({ newGroup, pupil }) => ({ params: { id: newGroup, userId: pupil } }),
    [["user.groups_changed", "pupil"]],
  ],
  [
    "putUserGroups",
    ({ group, pupil }) => ({ params: { id: pupil }, body: { data: [group] } }),
    [["user.groups_changed", "pupil"]],
  ],
  [
    "deleteUserGroup",
    ({ group, pupil }) => ({ params: { id: pupil, groupId: group } }),
    [["user.groups_changed", "pupil"]],
  ],
  [
    "putUserGroup",
    ({ group, pupil }) => ({ params: { id: pupil, groupId: group } }),
    [["user.groups_changed", "pupil"]],
  ],
  ["managed putGroup", ({ group }) => ({ body: { uid: group, name: "7Z" } }), [["group.changed", "group"]]],
  [
    "createPerson",
    ({ school }) => ({
      params: { version: "v1", type: "students" },
      body: attributes({ name: "Nya Eleven", username: "nya.eleven", organizations: [school] }),
    }),
    [["user.created", "newPupil"]],
  ],
  [
    "updatePerson",
    (things) => ({ params: student(things), body: attributes({ name: "Nytt Namn" }) }),
    [["user.changed", "pupil"]],
  ],
  ["resetPassword", (things) => ({ params: student(things) }), [["user.password_set", "pupil"]]],
  [
    "appointAdministrator",
    ({ employee, school }) => ({ params: { id: employee }, body: { organization: school } }),
    [["user.appointed_administrator", "employee"]],
  ],
  ["endUserSessions", ({ pupil }) => ({ params: { id: pupil } }), [["user.sessions_ended", "pupil"]]],
  [
    "endUserSession",
    ({ pupil, session }) => ({ params: { id: pupil, sessionId: session } }),
    [["user.sessions_ended", "pupil"]],
  ],
  ["issueBadge", ({ pupil }) => ({ params: { id: pupil } }), [["user.badge_issued", "pupil"]]],
  ["voidBadge", ({ pupil }) => ({ params: { id: pupil } }), [["user.badge_voided", "pupil"]]],
  ["issuePictureCode", ({ pupil }) => ({ params: { id: pupil } }), [["user.picture_code_issued", "pupil"]]],
  ["voidPictureCode", ({ pupil }) => ({ params: { id: pupil } }), [["user.picture_code_voided", "pupil"]]],
  [
    "deletePupil",
    ({ guardian, pupil }) => ({ params: { id: guardian, studentId: pupil } }),
    [["user.changed", "guardian"]],
  ],
  [
    "putPupil",
    ({ guardian, pupil }) => ({ params: { id: guardian, studentId: pupil } }),
    [["user.changed", "guardian"]],
  ],
  [
    "createJob export",
    job(() => ({ kind: "export", fileName: "pupils", format: "csv", columns: [{ id: "name", head: "N" }] })),
    [["people.exported", "self"]],
  ],
  ["createJob move", job(({ newGroup }) => ({ kind: "move", group: newGroup })), [["user.groups_changed", "pupil"]]],
  [
    "createJob passwords",
    job(() => ({ kind: "passwords", fileName: "sheet", words })),
    [["user.password_set", "pupil"]],
  ],
  ["createJob badges", job(() => ({ kind: "badges", fileName: "sheet", words })), [["user.badge_issued", "pupil"]]],
  [
    "createJob badges again",
    job(() => ({ kind: "badges", fileName: "sheet", words })),
    [["user.badge_reprinted", "pupil"]],
  ],
  ["createJob void-badges", job(() => ({ kind: "void-badges" })), [["user.badge_voided", "pupil"]]],
  ["createJob deactivate", job(() => ({ kind: "deactivate" })), [["user.changed", "pupil"]]],
  ["createJob activate", job(() => ({ kind: "activate" })), [["user.changed", "pupil"]]],
  ["createJob delete", job(() => ({ kind: "delete" })), [["user.deleted", "pupil"]]],
  ["deleteGroup", ({ newGroup }) => ({ params: { id: newGroup } }), [["group.deleted", "newGroup"]]],
  ["restoreGroup", ({ newGroup }) => ({ params: { id: newGroup } }), [["group.restored", "newGroup"]]],
  ["deleteGroup", ({ newGroup }) => ({ params: { id: newGroup } }), [["group.deleted", "newGroup"]]],
  ["restorePerson", (things) => ({ params: student(things) }), [["user.restored", "pupil"]]],
  ["deletePerson", (things) => ({ params: student(things) }), [["user.deleted", "pupil"]]],
  ["restorePerson", (things) => ({ params: student(things) }), [["user.restored", "pupil"]]],
  [
    "putUserSchool",
    ({ guardian, otherSchool }) => ({
      params: { userUid: guardian, schoolUid: otherSchool },
      body: { role: "guardian" },
    }),
    [["user.changed", "guardian"]],
  ],
  [
    "deleteUserSchool",
    ({ guardian, otherSchool }) => ({ params: { userUid: guardian, schoolUid: otherSchool } }),
    [["user.changed", "guardian"]],
  ],
  [
    "putUserSchools",
    ({ newPupil, otherSchool }) => ({
      params: { id: newPupil },
      body: { schoolAssociations: [{ schoolUid: otherSchool, role: "student" }] },
    }),
    [["user.changed", "newPupil"]],
  ],
  ...periodSteps("User", "pupil"),
  ...periodSteps("SchoolUnit", "school"),
  ["deleteUser", ({ guardian }) => ({ params: { uid: guardian } }), [["user.deleted", "guardian"]]],
  ["createSchoolUnit", () => ({ body: { name: "Ny skola", type: "school" } }), [["organization.created", "newSchool"]]],
  [
    "updateSchoolUnit",
    ({ otherSchool }) => ({ params: { uid: otherSchool }, body: { city: "Lund" } }),
    [["organization.changed", "otherSchool"]],
  ],
  [
    "deleteSchoolUnit",
    ({ otherSchool }) => ({ params: { uid: otherSchool } }),
    [
      ["organization.deleted", "otherSchool"],
      ["user.deleted", "newPupil"],
    ],
  ],
  [
    "restoreSchoolUnit",
    ({ otherSchool }) => ({ params: { uid: otherSchool } }),
    [
      ["organization.restored", "otherSchool"],
      ["user.restored", "newPupil"],
    ],
  ],
  [
    "uploadBook",
    ({ book }) => ({ query: { fileName: "book.epub" }, body: new Blob([book]).stream() }),
    [["book.added", "self"]],
  ],
  [
    "putUserBook",
    ({ pupil }) => ({ params: { id: pupil }, body: { bookId: "shelved" } }),
    [["shelf.book_added", "pupil"]],
  ],
  ["deleteUserBook", ({ pupil }) => ({ params: { id: pupil, bookId: "shelved" } }), [["shelf.book_removed", "pupil"]]],
  [
    "addSchoolBook",
    ({ school }) => ({ params: { id: school }, body: { bookId: "shelved" } }),
    [["shelf.book_added", "school"]],
  ],
  [
    "deleteSchoolBook",
    ({ school }) => ({ params: { id: school, bookId: "shelved" } }),
    [["shelf.book_removed", "school"]],
  ],
  [
    "addGroupBook",
    ({ group }) => ({ params: { id: group }, body: { bookId: "shelved" } }),
    [["shelf.book_added", "group"]],
  ],
  ["deleteGroupBook", ({ group }) => ({ params: { id: group, bookId: "shelved" } }), [["shelf.book_removed", "group"]]],
  [
    "updateCatalogueBook",
    () => ({ params: { id: "shelved" }, body: { ...described, title: "Another title", version: 1 } }),
    [["book.changed", "self"]],
  ],
  [
    "setBookWithdrawn",
    () => ({ params: { id: "shelved" }, body: { isWithdrawn: true } }),
    [["book.withdrawn", "self"]],
  ],
  [
    "setBookWithdrawn",
    () => ({ params: { id: "shelved" }, body: { isWithdrawn: false } }),
    [["book.brought_back", "self"]],
  ],
  [
    "uploadBook",
    ({ book }) => ({ query: { fileName: "book.epub", bookId: "shelved" }, body: new Blob([book]).stream() }),
    [["book.version_added", "self"]],
  ],
  ["deleteSchoolUnit", ({ newSchool }) => ({ params: { uid: newSchool } }), [["organization.deleted", "newSchool"]]],
];
