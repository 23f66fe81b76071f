import { z } from "zod";
import type { ListMeta, listQuerySchema } from "../../contracts/control-panel";
import { formMessages } from "../../contracts/form-messages";
import { validationError } from "../../contracts/service-error";
import {
  type CountAsked,
  type PageAsked,
  readSorts,
  type Sort,
  type SortColumns,
  type Total,
} from "../directory/list-page";
import type { PeopleFilters } from "../directory/people-list";
import { organizationTypes, personTypes, statuses } from "../directory/rules";

/** From a list's parameters to what the directory's lists take. */

export type ListAsked = z.output<typeof listQuerySchema>;

export function readPaging(
  query: ListAsked,
  columns: SortColumns,
): { page: PageAsked; sorts: Sort[]; count: CountAsked; q: string | undefined } {
  return {
    page: { number: query.pageNumber, size: query.pageSize, cursor: query.cursor ?? null },
    sorts: readSorts(columns, query.sortBy, query.sortOrder),
    count: query.calculateTotal ? "exact" : "capped",
    q: query.q,
  };
}

export function writeMeta(total: Total, nextCursor: string | null): ListMeta {
  return { totalCount: total?.totalCount ?? 0, ...(total?.more ? { more: true } : {}), nextCursor };
}

const oneOrMore = <T extends z.ZodType>(item: T) =>
  z.union([z.array(item), item.transform((value) => [value] as Array<z.output<T>>)]);

const peopleFilters = z.strictObject({
  status: oneOrMore(z.enum(statuses)).optional(),
  type: oneOrMore(z.enum(personTypes)).optional(),
  organization: z.uuid().optional(),
  group: z.uuid().optional(),
  guardian: z.uuid().optional(),
  student: z.uuid().optional(),
  admin: z.boolean().optional(),
  shared: z.boolean().optional(),
  hasEmail: z.boolean().optional(),
  withoutGroup: z.boolean().optional(),
  externalId: z.string().max(255).optional(),
  username: z.string().max(255).optional(),
  email: z.string().max(255).optional(),
  ids: z.array(z.uuid()).max(1000).optional(),
});

const groupFilters = z.strictObject({
  type: oneOrMore(z.enum(["class", "group", "grade"])).optional(),
  ids: z.array(z.uuid()).max(1000).optional(),
});

const organizationFilters = z.strictObject({
  status: oneOrMore(z.enum(statuses)).optional(),
  type: oneOrMore(z.enum(organizationTypes)).optional(),
  parent: z.uuid().optional(),
});

function readFilters<T extends z.ZodType>(schema: T, written: string | undefined): z.output<T> | null {
  if (!written) return null;
  let json: unknown;
  try {
    json = JSON.parse(written);
  } catch {
    throw validationError([{ attribute: "filters", reason: formMessages.incorrectFormat }]);
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw validationError(
    result.error.issues.map((issue) => ({
      attribute: ["filters", ...issue.path].join("."),
      reason: formMessages.incorrectFormat,
    })),
  );
}

/** Throws 400 for broken JSON, unknown filters and values of the wrong kind. */
export function readPeopleFilters(written: string | undefined): PeopleFilters {
  const read = readFilters(peopleFilters, written);
  if (!read) return {};
  const { externalId, username, email } = read;
  return {
    status: read.status,
    types: read.type,
    organizationUid: read.organization,
    groupUid: read.group,
    guardianUid: read.guardian,
    studentUid: read.student,
    admin: read.admin,
    shared: read.shared,
    hasEmail: read.hasEmail,
    isWithoutGroup: read.withoutGroup,
    equals: {
      ...(externalId === undefined ? {} : { externalId }),
      ...(username === undefined ? {} : { username }),
      ...(email === undefined ? {} : { email }),
    },
    uids: read.ids,
  };
}

export function readGroupFilters(written: string | undefined) {
  const read = readFilters(groupFilters, written);
  return { ...(read?.ids ? { uids: read.ids } : {}), ...(read?.type ? { types: read.type } : {}) };
}

export function readOrganizationFilters(written: string | undefined) {
  const read = readFilters(organizationFilters, written);
  return {
    ...(read?.status ? { status: read.status } : {}),
    ...(read?.type ? { types: read.type } : {}),
    ...(read?.parent ? { parentUid: read.parent } : {}),
  };
}
