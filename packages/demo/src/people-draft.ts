import { type Realm, realmRow, realms } from "~/realms/realm";
import type { PersonType } from "~/services/contracts/person-field-table";
import { type Country, countries } from "./people-countries";

/** Generates the people of one realm's demo as plain rows; the same on every run. */

type DraftPerson = {
  key: number;
  type: PersonType;
  username: string;
  firstName: string;
  lastName: string;
  email: string | null;
  /** E.164; from ranges that the country reserves for fiction, if there are any. */
  sms: string | null;
  shared: boolean;
  isSuper: boolean;
  places: Array<{ organization: OrganizationKey; admin: boolean }>;
  groups: string[];
};
export type OrganizationKey = "municipality" | "firstSchool" | "secondSchool" | "preschool" | "subSchool" | "families";
type DraftGroup = { name: string; organization: OrganizationKey; entryYear: number | null };
export type Draft = {
  country: Country;
  people: DraftPerson[];
  groups: DraftGroup[];
  /** Keys of guardian and student. */
  guardianships: Array<[number, number]>;
};

const peopleARealm = 300;
const guardianCount = 56;
const employeeCount = 36;

/** Demo accounts without their realm, as listed in README.md. */
export const demoAccounts = ["super", "admin", "teacher", "student", "guardian", "family"] as const;

/** A mobile number without its last digit. */
const mobilePrefixes: Record<Realm, string> = {
  de: "1522881738",
  fi: "45739500",
  fr: "63998000",
  nl: "61234560",
  no: "9999990",
  se: "70174060",
  uk: "770090000",
  us: "202555010",
};

/** Pseudo-random numbers from a seed, the same on every run, so that screenshots and tests show the same school. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function plainLetters(name: string): string {
  return name
    .replace(/ß/g, "ss")
    .replace(/[øØ]/g, "o")
    .replace(/[æÆ]/g, "ae")
    .replace(/ı/g, "i")
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}

/** Generates a realm's people, groups and guardianships. The order of the steps determines the random names. */
export function draftRealm(realm: Realm): Draft {
  const country = countries[realm];
  const register = createRegister(realm, country);
  const guardianships: Draft["guardianships"] = [];
  addAccounts(register, realm, guardianships);
  addEmployees(register);
  const pupils = addPupils(register);
  const sharedPupil = pupils[0] as DraftPerson;
  sharedPupil.shared = true;
  sharedPupil.groups = [groupName(register.groupsOf("firstSchool")[0] as DraftGroup)];
  addGuardians(register, pupils, guardianships);
  return { country, people: register.people, groups: register.groups, guardianships };
}

const groupName = (group: DraftGroup) => `${group.organization}/${group.name}`;
const at = (organization: OrganizationKey, admin = false) => [{ organization, admin }];
const schools: OrganizationKey[] = [
  "firstSchool",
  "firstSchool",
  "firstSchool",
  "secondSchool",
  "secondSchool",
  "preschool",
];

type Register = ReturnType<typeof createRegister>;

/** The people of a realm so far. A person without a name gets a random one, and each a username of their own. */
function createRegister(realm: Realm, country: Country) {
  const random = numbers(realms.indexOf(realm) + 1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const firstNames = country.firstNames.split(" ");
  const lastNames = country.lastNames.split(" ").map((name) => name.replaceAll("_", " "));
  const taken = new Set<string>();
  const people: DraftPerson[] = [];
  const groups = draftGroups(country);
  const groupsOf = (organization: OrganizationKey) => groups.filter((group) => group.organization === organization);

  function add(person: Partial<DraftPerson> & Pick<DraftPerson, "type" | "places">): DraftPerson {
    const firstName = person.firstName ?? pick(firstNames);
    const lastName = person.lastName ?? pick(lastNames);
    const wanted = person.username ?? `${plainLetters(firstName)}.${plainLetters(lastName)}`;
    let username = wanted;
    for (let number = 2; taken.has(username); number += 1) username = `${wanted}${number}`;
    taken.add(username);
    const hasEmail = person.type !== "student" || person.username !== undefined;
    const email = hasEmail ? `${username}@${person.type === "employee" ? "school" : "home"}.${realm}.example` : null;
    const whole = {
      email,
      sms: null,
      shared: false,
      isSuper: false,
      groups: [],
      ...person,
      firstName,
      lastName,
      username,
    };
    people.push({ ...whole, key: people.length });
    return people.at(-1) as DraftPerson;
  }
  return { people, groups, groupsOf, add, anyGroup: (of: OrganizationKey) => groupName(pick(groupsOf(of))) };
}

/** The accounts of README.md. */
function addAccounts({ add, groupsOf }: Register, realm: Realm, guardianships: Draft["guardianships"]): void {
  const number = (last: number) => `+${realmRow(realm).dialCode}${mobilePrefixes[realm]}${last}`;
  const ownClass = [groupName(groupsOf("firstSchool")[4] as DraftGroup)];
  add({ type: "employee", places: at("municipality"), username: `super.${realm}`, isSuper: true, sms: number(1) });
  add({ type: "employee", places: at("firstSchool", true), username: `admin.${realm}`, sms: number(2) });
  add({
    type: "employee",
    places: at("firstSchool"),
    username: `teacher.${realm}`,
    sms: number(3),
    groups: [...ownClass],
  });
  const student = add({
    type: "student",
    places: at("firstSchool"),
    username: `student.${realm}`,
    groups: [...ownClass],
  });
  const guardian = add({
    type: "guardian",
    places: at("firstSchool"),
    username: `guardian.${realm}`,
    lastName: student.lastName,
  });
  add({ type: "guardian", places: at("families"), username: `family.${realm}` });
  guardianships.push([guardian.key, student.key]);
}

function addEmployees({ add, anyGroup }: Register): void {
  for (let made = 3; made < employeeCount; made += 1) {
    const organization = made === 3 ? "municipality" : (schools[made % schools.length] as OrganizationKey);
    const isAdmin = made <= 6;
    const own = isAdmin ? [] : [anyGroup(organization)];
    add({ type: "employee", places: at(organization, isAdmin), groups: own });
  }
}

function addPupils({ add, anyGroup }: Register): DraftPerson[] {
  const pupils: DraftPerson[] = [];
  for (let made = 1; made < peopleARealm - guardianCount - employeeCount; made += 1) {
    const organization = schools[made % schools.length] as OrganizationKey;
    const places = at(organization);
    const own = [anyGroup(organization)];
    if (organization === "firstSchool" && made % 7 === 0) {
      places.push({ organization: "subSchool", admin: false });
      own.push(anyGroup("subSchool"));
    }
    pupils.push(add({ type: "student", places, groups: own }));
  }
  return pupils;
}

/** Parents of every third pupil, some of them with two children. */
function addGuardians({ add }: Register, pupils: DraftPerson[], guardianships: Draft["guardianships"]): void {
  for (let made = 2; made < guardianCount; made += 1) {
    const child = pupils[made * 3] as DraftPerson;
    const parent = add({
      type: "guardian",
      places: [child.places[0] as DraftPerson["places"][0]],
      lastName: child.lastName,
    });
    guardianships.push([parent.key, child.key]);
    const sibling = pupils[made * 3 + 1];
    if (made % 3 === 0 && sibling && sibling.places[0]?.organization === child.places[0]?.organization) {
      guardianships.push([parent.key, sibling.key]);
    }
  }
}

function draftGroups(country: Country): DraftGroup[] {
  const of = (organization: OrganizationKey, names: string[], entryYear: (index: number) => number | null) =>
    names.map((name, index) => ({ name, organization, entryYear: entryYear(index) }));
  const entered = (index: number) => 2026 - Math.floor(index / 2);
  return [
    ...of("firstSchool", country.classes, entered),
    ...of("secondSchool", country.classes, entered),
    ...of("preschool", country.preschoolGroups, () => null),
    ...of("subSchool", country.subSchoolGroups, () => null),
  ];
}
