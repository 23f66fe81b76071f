import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { testDatabase } from "#tests/support/database";
import { matrixTarget } from "#tests/support/permission-matrix";
import type { Database } from "~/db/.server/connect";
import { personAttributes } from "~/services/contracts/person-field-table";
import { createControlPanelService } from "./service";

/** Every field of a person by caller: its permission level, and that an update follows the level. */

/** `-` hidden, `v` visible, `s` visible and editable after a secure login, `e` visible and editable. */
type Mark = "-" | "v" | "s" | "e";
const levels: Record<Mark, { viewable: 0 | 2; editable: 0 | 2; needs?: string }> = {
  "-": { viewable: 0, editable: 0 },
  v: { viewable: 2, editable: 0 },
  s: { viewable: 2, editable: 0, needs: "secure_login" },
  e: { viewable: 2, editable: 2 },
};

/** The callers, in the order of the marks. */
const eyes = ["teacher", "admin", "admin with a second factor", "super"] as const;

let made = 0;
const fresh = (text: string) => {
  made += 1;
  return `${text}${made}`;
};

/** A personal number of twelve digits with a valid check digit. */
function personalNumber(): string {
  const number = `19850709${fresh("").padStart(3, "0")}`;
  const sum = [...number.slice(2)].reduce((all, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${number}${(10 - (sum % 10)) % 10}`;
}

/** A valid value, and the callers' marks for a student, a guardian and an employee; a teacher sees no colleagues, so has no mark there. */
const fields: Record<string, [value: () => unknown, student: string, guardian: string, employee: string]> = {
  name: [() => "Another Name", "eeee", "eeee", "eee"],
  username: [() => fresh("another.username"), "eeee", "eeee", "eee"],
  email: [() => fresh("another@school.example").replace(/example(\d+)$/, "n$1.example"), "eeee", "eeee", "eee"],
  firstName: [() => "First", "eeee", "eeee", "eee"],
  lastName: [() => "Last", "eeee", "eeee", "eee"],
  preferredName: [() => "Nelle", "eeee", "----", "---"],
  externalId: [() => fresh("E"), "veee", "veee", "eee"],
  address: [() => "Strandvägen 1", "eeee", "eeee", "eee"],
  postalCode: [() => "12345", "eeee", "eeee", "eee"],
  shared: [() => true, "eeee", "eeee", "eee"],
  secureAuth: [() => true, "----", "----", "eee"],
  speakingBookRights: [() => true, "ssee", "----", "see"],
  ageFilter: [() => 9, "eeee", "----", "---"],
  eppn: [() => `${fresh("e")}@school.example`, "vsee", "----", "see"],
  gsuiteid: [() => fresh("g"), "veee", "----", "eee"],
  gsuiteemail: [() => `${fresh("g")}@school.example`, "veee", "----", "eee"],
  office365: [() => `${fresh("o")}@school.example`, "veee", "----", "eee"],
  bankid: [personalNumber, "----", "----", "see"],
  sms: [() => `+4670174${fresh("").padStart(4, "0")}`, "----", "----", "see"],
};
const kinds = ["students", "guardians", "employees"] as const;

let database: Database;
let service: ReturnType<typeof createControlPanelService>;

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  await seedRealm(database, "fr");
  service = createControlPanelService({ databases: { eu: database, us: database }, credentials: credentialsDouble });
});

const callerFor = (eye: (typeof eyes)[number], realm: "se" | "fr" = "se") =>
  callerOf(database, `${eye.split(" ")[0]}.${realm}`, eye.includes("factor") ? { acr: "secure" } : {});

async function levelAndWrite(eye: (typeof eyes)[number], kind: (typeof kinds)[number], name: string, value: unknown) {
  const target = await matrixTarget(database, "se", "se-1001", "school");
  const id = { students: target.student, guardians: target.guardian, employees: target.employee }[kind];
  const params = { version: "v1", type: kind, id };
  const caller = await callerFor(eye);
  const { body } = await ask(service, "getPerson", { params }, caller);
  const { value: before, ...level } = body.data.attributes[name];
  const written = await ask(
    service,
    "updatePerson",
    { params, body: { data: { attributes: { [name]: { value } } } } },
    caller,
  );
  return { before, level, written };
}

describe("a field of a person", () => {
  it("has marks in the table above: a field without a grant in permissions.ts is hidden from everybody but administrators", () => {
    // Updates of organisations and passwords are tested in service.test.ts and sign-in.test.ts.
    const listed = [...Object.keys(fields), "organizations", "password"];
    expect(listed.toSorted()).toEqual([...personAttributes].toSorted());
  });

  it.each(Object.keys(fields))("%s is visible and editable by each caller according to its level", async (name) => {
    const [value, ...marks] = fields[name] as (typeof fields)[string];
    for (const [place, kind] of kinds.entries()) {
      const callers = kind === "employees" ? eyes.slice(1) : eyes;
      for (const [at, eye] of callers.entries()) {
        const mark = marks[place]?.[at] as Mark;
        const wanted = value();
        const { before, level, written } = await levelAndWrite(eye, kind, name, wanted);
        const of = `of ${kind} by ${eye}`;
        expect(level, of).toEqual(levels[mark]);
        if (mark === "-") expect(before, of).toBeNull();
        if (mark === "e") {
          expect([written.status, written.body.data?.attributes[name].value], of).toEqual([200, wanted]);
        } else {
          // A field that this type of person does not have is invalid (400), not forbidden.
          expect(written.status, of).toBe(mark === "-" ? 400 : 403);
          expect(written.body.details, of).toMatchObject([{ attribute: name }]);
        }
      }
    }
  });

  it.each(["legacyId", "groups"])("%s is visible, and an update of it is ignored", async (name) => {
    const { before, level, written } = await levelAndWrite("super", "students", name, []);
    expect(level).toEqual(levels.v);
    expect(written.body.data.attributes[name].value).toEqual(before);
  });
});

describe("changes that need a permission", () => {
  const change = async (id: string, attributes: Record<string, unknown>) => {
    const body = {
      data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
    };
    const params = { version: "v1", type: "employees", id };
    return ask(service, "updatePerson", { params, body }, await callerFor("admin"));
  };

  it.each(["bankid", "sms", "eppn"])(
    "%s cannot be cleared without a secure login (403), but can be sent unchanged",
    async (name) => {
      const { employee: id } = await matrixTarget(database, "se", "se-1001", "school");
      const given = { data: { attributes: { [name]: { value: fields[name]?.[0]() } } } };
      const params = { version: "v1", type: "employees", id };
      const held = await ask(service, "updatePerson", { params, body: given }, await callerFor("super"));
      expect(held.status).toBe(200);
      for (const nothing of [null, ""]) {
        const response = await change(id, { [name]: nothing });
        expect([response.status, response.body.details]).toEqual([
          403,
          [{ attribute: name, reason: "A secure login is needed to do this" }],
        ]);
      }
      const untouched = await change(id, { [name]: held.body.data.attributes[name].value });
      expect(untouched.status).toBe(200);
    },
  );

  it("speaking-book rights cannot be removed without a secure login (403)", async () => {
    const { employee: id } = await matrixTarget(database, "se", "se-1001", "school");
    await database.execute(sql`update directory.users set speaking_book_rights = true where uid = ${id}`);
    for (const nothing of [false, null]) expect((await change(id, { speakingBookRights: nothing })).status).toBe(403);
  });

  it("a teacher cannot deactivate a student's association (403), but can send it unchanged", async () => {
    const { student: id, school } = await matrixTarget(database, "se", "se-1001", "school");
    const params = { version: "v1", type: "students", id };
    const teacher = await callerFor("teacher");
    const write = (place: object) => ({
      data: { attributes: { organizations: { value: [{ id: school, ...place }] } } },
    });
    const updateWith = (place: object) => ask(service, "updatePerson", { params, body: write(place) }, teacher);
    expect((await updateWith({})).status).toBe(200);
    expect((await updateWith({ active: true })).status).toBe(200);
    expect((await updateWith({ active: false })).status).toBe(403);
  });

  it("a teacher can send a person back with the hidden fields empty", async () => {
    const { student: id } = await matrixTarget(database, "se", "se-1001", "school");
    const params = { version: "v1", type: "students", id };
    const teacher = await callerFor("teacher");
    const { data } = (await ask(service, "getPerson", { params }, teacher)).body;
    const response = await ask(
      service,
      "updatePerson",
      { params, body: { data: { attributes: data.attributes } } },
      teacher,
    );
    expect(response.status).toBe(200);
  });
});

describe("fields that the country does not have", () => {
  it.each(["eppn", "speakingBookRights", "secureAuth"])(
    "%s is hidden, and an update of it returns 403",
    async (name) => {
      const target = await matrixTarget(database, "fr", "fr-1001", "school");
      const params = { version: "v1", type: "employees", id: target.employee };
      const caller = await callerFor("super", "fr");
      const { body } = await ask(service, "getPerson", { params }, caller);
      expect(body.data.attributes[name]).toEqual({ value: null, ...levels["-"] });
      const request = { params, body: { data: { attributes: { [name]: { value: fields[name]?.[0]() } } } } };
      expect((await ask(service, "updatePerson", request, caller)).status).toBe(403);
    },
  );
});

describe("the caller's own fields", () => {
  it("are all visible to an employee except the password, and those that only pupils have", async () => {
    const params = { version: "v1", type: "employees", id: await uidOf(database, "teacher.se") };
    const { body } = await ask(service, "getPerson", { params }, await callerOf(database, "teacher.se"));
    const hidden = personAttributes.filter((name) => body.data.attributes[name].viewable === 0);
    expect(hidden).toEqual(["preferredName", "ageFilter", "password"]);
  });

  it.each([
    ["student.se", "students", "v"],
    ["guardian.se", "guardians", "v"],
    ["teacher.se", "employees", "e"],
  ] as const)("%s can change their first name only if its level allows it", async (username, kind, mark) => {
    const id = await uidOf(database, username);
    const params = { version: "v1", type: kind, id };
    const caller = await callerOf(database, username);
    const { body } = await ask(service, "getPerson", { params }, caller);
    const { firstName, address, secureAuth, bankid } = body.data.attributes;
    expect([firstName.editable, address.editable]).toEqual([levels[mark].editable, 0]);
    expect([secureAuth.editable, bankid.editable]).toEqual([0, 0]);
    const request = { params, body: { data: { attributes: { firstName: { value: "Myself" } } } } };
    expect((await ask(service, "updatePerson", request, caller)).status).toBe(mark === "e" ? 200 : 403);
  });
});
