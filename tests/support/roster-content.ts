/** Content of a school information system, independent of any standard's format. */

export type SourceSchool = { id: string; name: string; unitCode: string | null; parentId: string | null };
/** `groupType`: SS 12000; `Klass` by default. */
export type SourceClass = { id: string; name: string; schoolId: string; groupType?: string };
export type SourcePerson = {
  id: string;
  role: "student" | "teacher" | "guardian" | "principal";
  givenName: string;
  familyName: string;
  username: string;
  externalId: string;
  email: string;
  schoolIds: string[];
  classes: { id: string; role: "student" | "teacher" }[];
  /** A guardian's children. */
  children?: string[];
  isActive?: boolean;
  /** SS 12000: protection marking of the identity; none by default. */
  marking?: string;
  /** Left the school: reported by deltas, absent from full lists. */
  isGone?: boolean;
  /** ISO time, for deltas. */
  changedAt?: string;
};
export type SourceContent = {
  schools: SourceSchool[];
  classes: SourceClass[];
  people: SourcePerson[];
  /** OneRoster over REST: places of people who are not in the source. */
  placesOfNobody?: { personId: string; classId: string }[];
};

const longAgo = "2026-01-01T00:00:00.000Z";

/** A municipality with two schools, four classes, two teachers, six pupils and a guardian. */
export function smallSource(): SourceContent {
  const schools = [
    { id: "org-1", name: "Björkö kommun", unitCode: null, parentId: null },
    { id: "org-2", name: "Åsskolan", unitCode: "12345678", parentId: "org-1" },
    { id: "org-3", name: "Ängsskolan", unitCode: "23456789", parentId: "org-1" },
  ];
  const classes = ["2A", "2B", "3A", "3B"].map((name, index) => ({
    id: `class-${index + 1}`,
    name,
    schoolId: index < 2 ? "org-2" : "org-3",
  }));
  const person = (
    id: string,
    rest: Partial<SourcePerson> & Pick<SourcePerson, "role" | "givenName" | "familyName">,
  ) => ({
    id,
    username: `${id}@skola.example`,
    externalId: `ext-${id}`,
    email: `${id}@mail.example`,
    schoolIds: ["org-2"],
    classes: [],
    changedAt: longAgo,
    ...rest,
  });
  return {
    schools,
    classes,
    people: [
      person("t-1", {
        role: "teacher",
        givenName: "Märta",
        familyName: "Öberg",
        schoolIds: ["org-2", "org-3"],
        classes: [
          { id: "class-1", role: "teacher" },
          { id: "class-3", role: "teacher" },
        ],
      }),
      person("t-2", { role: "principal", givenName: "Ulf", familyName: "Dahl", schoolIds: ["org-3"] }),
      ...["Alva", "Bo", "Cleo", "Dag", "Eira", "Finn"].map((givenName, index) =>
        person(`p-${index + 1}`, {
          role: "student",
          givenName,
          familyName: "Nyström",
          schoolIds: [index < 3 ? "org-2" : "org-3"],
          classes: [{ id: `class-${index < 3 ? 1 + (index % 2) : 3 + (index % 2)}`, role: "student" }],
        }),
      ),
      person("g-1", { role: "guardian", givenName: "Ines", familyName: "Nyström", children: ["p-1"] }),
    ],
  };
}

/** Pupils per teacher, and the number of classes of each. */
const [pupilsPerTeacher, classesOfPupil, classesOfTeacher] = [15, 6, 5];

/** Any number of people in schools of 500, always the same. */
export function largeSource(count: number): SourceContent {
  const schoolCount = Math.max(1, Math.ceil(count / 500));
  const classesPerSchool = 40;
  const schools = Array.from({ length: schoolCount }, (_, index) => ({
    id: `school-${index}`,
    name: `Skola ${index} å ß ñ`,
    unitCode: String(10_000_000 + index),
    parentId: null,
  }));
  const classes = schools.flatMap(({ id }, school) =>
    Array.from({ length: classesPerSchool }, (_, index) => ({
      id: `class-${school}-${index}`,
      name: `${1 + (index % 9)}${"ABCD"[index % 4]} ${index}`,
      schoolId: id,
    })),
  );
  const people = Array.from({ length: count }, (_, index): SourcePerson => {
    const school = index % schoolCount;
    const isTeacher = index % (pupilsPerTeacher + 1) === 0;
    const role = isTeacher ? "teacher" : "student";
    return {
      id: `a3f1c0de-0000-4000-8000-${String(index).padStart(12, "0")}`,
      role,
      givenName: ["Åsa", "Nuño", "Strauß", "Elif"][index % 4] ?? "",
      familyName: `Ñandú-ß ${index % 5_000}`,
      username: `person.${index}@skola.example`,
      externalId: `E-${index}`,
      email: `person.${index}@mail.example`,
      schoolIds: [`school-${school}`],
      classes: Array.from({ length: isTeacher ? classesOfTeacher : classesOfPupil }, (_, place) => ({
        id: `class-${school}-${(index + place * 7) % classesPerSchool}`,
        role,
      })),
      changedAt: longAgo,
    };
  });
  return { schools, classes, people };
}
