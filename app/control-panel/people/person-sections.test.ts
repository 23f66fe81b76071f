import { expect, it } from "vitest";
import { personAttributes } from "~/services/contracts/person-field-table";
import { formFields, newPersonSections, sections } from "./person-sections";

const listed = (list: typeof sections) => list.flatMap(({ fields }) => fields as string[]);

it("every attribute of a person is in the form's schema and in a section of the form", () => {
  // A person's password is set by a form of its own.
  const inForm = personAttributes.filter((name) => name !== "password");
  expect(formFields).toEqual(expect.arrayContaining(inForm));
  expect(listed(sections).toSorted()).toEqual([...formFields].toSorted());
});

it("every field of the form is in the form for a new person", () => {
  // `NewPersonFields` has the first three; a new person is always active.
  const elsewhere = ["name", "username", "organizations", "status"];
  expect([...listed(newPersonSections), ...elsewhere].toSorted()).toEqual([...formFields].toSorted());
});
