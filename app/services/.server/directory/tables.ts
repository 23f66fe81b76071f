import { boolean, date, integer, pgSchema, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Realm } from "~/realms/realm";
import type { GroupType } from "~/services/contracts/group-field-table";
import type { StayChoice } from "~/services/contracts/stay-signed-in";
import type { TeachersSee } from "~/services/contracts/teachers-see";
import type { OrganizationType, PersonType, Status } from "./rules";

/** Drizzle tables of the directory, created by the migrations 01xx; constraints and indexes are defined only there. */

const directory = pgSchema("directory");

const moment = (name: string) => timestamp(name, { withTimezone: true });
const identity = () => integer("id").primaryKey().generatedByDefaultAsIdentity();
const realm = () => text("realm").$type<Realm>().notNull();
const status = () => text("status").$type<Status>().notNull().default("active");

export const users = directory.table("users", {
  id: identity(),
  uid: uuid("uid").notNull().defaultRandom(),
  realm: realm(),
  type: text("type").$type<PersonType>().notNull(),
  status: status(),
  username: text("username").notNull(),
  name: text("name").notNull(),
  firstName: text("first_name"),
  lastName: text("last_name"),
  preferredName: text("preferred_name"),
  email: text("email"),
  emailVerified: boolean("email_verified").notNull().default(false),
  shared: boolean("shared").notNull().default(false),
  speakingBookRights: boolean("speaking_book_rights").notNull().default(false),
  ageFilter: smallint("age_filter"),
  secureAuthEnabled: boolean("secure_auth_enabled").notNull().default(false),
  /** Maintained by triggers on sessions and badges. */
  hasSignedIn: boolean("has_signed_in").notNull().default(false),
  hasBadge: boolean("has_badge").notNull().default(false),
  hasPictureCode: boolean("has_picture_code").notNull().default(false),
  externalId: text("external_id"),
  address: text("address"),
  postalCode: text("postal_code"),
  eppn: text("eppn"),
  gsuiteId: text("gsuite_id"),
  gsuiteEmail: text("gsuite_email"),
  office365: text("office365"),
  bankid: text("bankid"),
  sms: text("sms"),
  scopes: text("scopes").array().notNull().default([]),
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  deletedAt: moment("deleted_at"),
  /** The status before deletion, and the uid of the organisation that the row was deleted with. */
  statusBefore: text("status_before").$type<Status>(),
  deletedWith: uuid("deleted_with"),
});

export const organizations = directory.table("organizations", {
  id: identity(),
  uid: uuid("uid").notNull().defaultRandom(),
  realm: realm(),
  type: text("type").$type<OrganizationType>().notNull(),
  status: status(),
  name: text("name").notNull(),
  parentId: integer("parent_id"),
  comment: text("comment"),
  pupilNumber: integer("pupil_number"),
  address: text("address"),
  country: text("country"),
  county: text("county"),
  city: text("city"),
  postalCode: text("postal_code"),
  phone: text("phone"),
  secureAuthEnabled: boolean("secure_auth_enabled").notNull().default(false),
  qrCodeLoginEnabled: boolean("qr_code_login_enabled").notNull().default(false),
  pictureLoginEnabled: boolean("picture_login_enabled").notNull().default(false),
  pupilPasswordDays: integer("pupil_password_days"),
  staySignedIn: text("stay_signed_in").$type<StayChoice>().notNull().default("nobody"),
  onlineVoicesEnabled: boolean("online_voices_enabled").notNull().default(false),
  wordsHidden: boolean("words_hidden").notNull().default(false),
  teachersSee: text("teachers_see").$type<TeachersSee>().notNull().default("classes"),
  municipalityKey: text("municipality_key"),
  schoolUnitCode: text("school_unit_code"),
  sectoralCode: text("sectoral_code"),
  establishmentId: text("establishment_id"),
  crmId: text("crm_id"),
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  deletedAt: moment("deleted_at"),
  /** The status before deletion, and the uid of the organisation that the row was deleted with. */
  statusBefore: text("status_before").$type<Status>(),
  deletedWith: uuid("deleted_with"),
});

export const associations = directory.table(
  "associations",
  {
    userId: integer("user_id").notNull(),
    organizationId: integer("organization_id").notNull(),
    realm: realm(),
    role: text("role").$type<PersonType>().notNull(),
    admin: boolean("admin").notNull().default(false),
    active: boolean("active").notNull().default(true),
    addToSubSchools: boolean("add_to_sub_schools").notNull().default(false),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.organizationId] })],
);

export const groups = directory.table("groups", {
  id: identity(),
  uid: uuid("uid").notNull().defaultRandom(),
  realm: realm(),
  organizationId: integer("organization_id").notNull(),
  parentGroupId: integer("parent_group_id"),
  type: text("type").$type<GroupType>().notNull().default("class"),
  status: status(),
  name: text("name").notNull(),
  code: text("code"),
  codeExpiresAt: moment("code_expires_at"),
  externalId: text("external_id"),
  typicalSchoolEntryYear: smallint("typical_school_entry_year"),
  ageFilter: smallint("age_filter"),
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  deletedAt: moment("deleted_at"),
  /** The status before deletion, and the uid of the organisation that the row was deleted with. */
  statusBefore: text("status_before").$type<Status>(),
  deletedWith: uuid("deleted_with"),
});

export const memberships = directory.table(
  "memberships",
  {
    userId: integer("user_id").notNull(),
    groupId: integer("group_id").notNull(),
    realm: realm(),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** null for members added by staff. */
    joinedByCodeAt: moment("joined_by_code_at"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.groupId] })],
);

export const guardianships = directory.table(
  "guardianships",
  {
    guardianId: integer("guardian_id").notNull(),
    studentId: integer("student_id").notNull(),
    realm: realm(),
  },
  (table) => [primaryKey({ columns: [table.guardianId, table.studentId] })],
);

export const subscriptionTypes = directory.table("subscription_types", {
  name: text("name").primaryKey(),
  label: text("label").notNull(),
});

export const subscriptionPeriods = directory.table("subscription_periods", {
  legacyId: integer("legacy_id").primaryKey().generatedByDefaultAsIdentity(),
  realm: realm(),
  type: text("type").notNull(),
  userId: integer("user_id"),
  organizationId: integer("organization_id"),
  startsOn: date("starts_on").notNull(),
  endsOn: date("ends_on"),
  trial: boolean("trial").notNull().default(false),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer("version").notNull().default(1),
});

/** Owners who have had a trial. */
export const periodTrials = directory.table("period_trials", {
  realm: realm(),
  userId: integer("user_id"),
  organizationId: integer("organization_id"),
  takenAt: moment("taken_at").notNull().defaultNow(),
});
