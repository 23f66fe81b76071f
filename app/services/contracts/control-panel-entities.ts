import { z } from "zod";
import { groupFieldTable } from "./group-field-table";
import { organizationFieldTable, statuses } from "./organization-field-table";
import { type PersonAttribute, personAttributes, personFieldTable } from "./person-field-table";
import { personKinds } from "./person-kinds";
import { namedSchema, storedSchemas } from "./stored-schemas";

/** People, organisations and groups in the control-panel service. docs/product/control-panel.md#entities; docs/product/choices.md#wire. */

/** 0 = no, 2 = yes. */
const levelSchema = z.union([z.literal(0), z.literal(2)]);

/** An attribute with its permissions; `needs` says what would make it editable: a secure login, or the permission at every organisation of the person. */
type AttributeSchema<T extends z.ZodType> = z.ZodObject<{
  value: z.ZodNullable<T>;
  viewable: typeof levelSchema;
  editable: typeof levelSchema;
  needs: z.ZodOptional<z.ZodEnum<{ secure_login: "secure_login"; every_organization: "every_organization" }>>;
}>;

function attribute<T extends z.ZodType>(value: T): AttributeSchema<T> {
  return z.object({
    value: value.nullable(),
    viewable: levelSchema,
    editable: levelSchema,
    needs: z.enum(["secure_login", "every_organization"]).optional(),
  });
}

function attributes<Schemas extends Record<string, z.ZodType>>(
  schemas: Schemas,
): { [Name in keyof Schemas]: AttributeSchema<Schemas[Name]> } {
  const entries = Object.entries(schemas).map(([name, schema]) => [name, attribute(schema)]);
  // Object.fromEntries loses the schema of each name.
  return Object.fromEntries(entries) as { [Name in keyof Schemas]: AttributeSchema<Schemas[Name]> };
}

const actionSchema = z.object({ id: z.string(), active: z.boolean() });

export const organizationPlaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(["student", "guardian", "employee"]),
  admin: z.boolean(),
  active: z.boolean(),
  addToSubSchools: z.boolean(),
});
export type OrganizationPlace = z.output<typeof organizationPlaceSchema>;

const valueSchemas = {
  text: z.string(),
  flag: z.boolean(),
  number: z.number(),
  places: z.array(organizationPlaceSchema),
  password: z.string(),
};
type AttributeSchemas = {
  [Name in PersonAttribute]: AttributeSchema<(typeof valueSchemas)[(typeof personFieldTable)[Name]["kind"]]>;
};
// Object.fromEntries loses the schema of each name.
const fieldSchemas = Object.fromEntries(
  personAttributes.map((name) => [name, attribute(valueSchemas[personFieldTable[name].kind])]),
) as AttributeSchemas;

const personAttributesSchema = z.object({
  ...fieldSchemas,
  status: attribute(z.enum(statuses)),
  groups: attribute(z.array(namedSchema)),
  /** Numeric id, assigned once; null in a template. */
  legacyId: attribute(z.number()),
});

export const personEntitySchema = z.object({
  /** null in a template. */
  id: z.string().nullable(),
  type: z.enum(personKinds),
  attributes: personAttributesSchema,
  /** null in a template and if the caller may not view the person's details; `lastAt` is ISO 8601, null before the first login. */
  signIn: z.object({ lastAt: z.string().nullable(), hasBadge: z.boolean(), hasPictureCode: z.boolean() }).nullable(),
  actions: z.array(actionSchema),
  /** Whether a deletion by the caller deletes the account; else only the memberships at the caller's organisations end. */
  deletesAccount: z.boolean(),
});
export type PersonEntity = z.output<typeof personEntitySchema>;

/** Times are ISO 8601. */
export const personDeletionSchema = z.object({
  name: z.string(),
  username: z.string(),
  deletedAt: z.string(),
  restorableUntil: z.string(),
  /** Another user has taken the username: restoring needs a new one. */
  isUsernameTaken: z.boolean(),
});
export type PersonDeletion = z.output<typeof personDeletionSchema>;

const deletedGroupSchema = personDeletionSchema
  .pick({ name: true, deletedAt: true, restorableUntil: true })
  .extend({ id: z.string() });
export const deletedListSchema = z.object({
  people: z.array(personDeletionSchema.extend({ id: z.string(), type: z.enum(personKinds) })),
  groups: z.array(deletedGroupSchema),
});
export type DeletedList = z.output<typeof deletedListSchema>;

export const groupEntitySchema = z.object({
  id: z.string().nullable(),
  type: z.literal("groups"),
  attributes: z.object({
    ...attributes(storedSchemas(groupFieldTable)),
    /** ISO 8601; the code cannot be used afterwards. */
    codeExpiresAt: attribute(z.string()),
    organization: attribute(namedSchema),
    /** Numeric id, assigned once. */
    groupId: attribute(z.number()),
  }),
  student_count: z.number(),
  actions: z.array(actionSchema),
});
/** A pupil who joined a group by its code; the time is ISO 8601. */
export const joinedPupilSchema = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  joinedAt: z.string(),
  /** Whether the caller may remove the pupil from the group. */
  removable: z.boolean(),
});
export type JoinedPupil = z.output<typeof joinedPupilSchema>;
export type GroupEntity = z.output<typeof groupEntitySchema>;
export const organizationEntitySchema = z.object({
  id: z.string(),
  type: z.literal("organizations"),
  attributes: z.object({
    ...attributes(storedSchemas(organizationFieldTable)),
    parent: attribute(namedSchema),
  }),
  actions: z.array(actionSchema),
});
export type OrganizationEntity = z.output<typeof organizationEntitySchema>;

export const profileSchema = z.object({
  id: z.string(),
  type: z.literal("users"),
  attributes: z.object({
    name: attribute(z.string()),
    username: attribute(z.string()),
    email: attribute(z.string()),
    guest: attribute(z.boolean()),
    eppn: attribute(z.string()),
    gsuiteemail: attribute(z.string()),
    office365: attribute(z.string()),
    bankid: attribute(z.string()),
    sms: attribute(z.string()),
    groups: attribute(z.array(namedSchema.extend({ organization_id: z.string() }))),
    organizations: attribute(
      z.array(namedSchema.extend({ role: z.string(), admin: z.boolean(), value: organizationPlaceSchema })),
    ),
    subscriptions: attribute(
      z.array(z.object({ label: z.string(), values: z.array(z.object({ type: z.string(), active: z.boolean() })) })),
    ),
  }),
  actions: z.array(actionSchema),
});

export const userGroupSchema = z.object({
  id: z.string(),
  organization_id: z.string(),
  name: z.string(),
  selectable: z.boolean(),
  removable: z.boolean(),
});
export type UserGroup = z.output<typeof userGroupSchema>;
