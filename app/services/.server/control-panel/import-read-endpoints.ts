import type { Database } from "~/db/.server/connect";
import { requireInPerson } from "~/services/.server/directory/own-rights";
import { findPeople } from "~/services/.server/directory/people/people-store";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { writeCorrections } from "~/services/.server/import/corrections";
import { listImports } from "~/services/.server/import/import-store";
import { sheetsWithReplaced } from "~/services/.server/import/password-sheets";
import { type PeopleOfRows, presentImport, presentImports, presentRow } from "~/services/.server/import/present-import";
import { listImportRows } from "~/services/.server/import/row-store";
import { writeSchoolTemplate } from "~/services/.server/import/school-template";
import { storedPart } from "~/services/.server/import/stored-file";
import { fileTypes } from "~/services/.server/jobs/people-export";
import { safeFileName } from "~/services/.server/jobs/rules";
import { formMessages } from "~/services/contracts/form-messages";
import { type ImportContracts, importContracts } from "~/services/contracts/imports";
import { notFound } from "~/services/contracts/service-error";
import { authoriseImport, authoriseImports, type ImportEndpointDeps } from "./import-rights";

type Calls = Pick<
  ImportContracts,
  "getImports" | "getImport" | "getImportRows" | "getImportTemplate" | "getImportCorrections" | "getImportSlips"
>;

/** Endpoints that show imports, their rows and the files made from them. */
export function importReadEndpoints(deps: ImportEndpointDeps): Endpoints<Calls> {
  return {
    getImports: endpoint({
      contract: importContracts.getImports,
      authorise: (input, caller) => authoriseImports(deps, input, caller),
      async handle({ query }, { database, access, organization }) {
        const { imports, total } = await listImports(database, organization.id, query);
        const data = await presentImports(database, imports, access);
        return { status: 200, body: { data, meta: { totalCount: total } } };
      },
    }),

    getImport: endpoint({
      contract: importContracts.getImport,
      authorise: (input, caller) => authoriseImport(deps, input, caller),
      async handle(_, { database, access, stored }) {
        return { status: 200, body: { data: await presentImport(database, stored, access) } };
      },
    }),

    getImportRows: endpoint({
      contract: importContracts.getImportRows,
      authorise: (input, caller) => authoriseImport(deps, input, caller),
      async handle({ query }, { database, access, stored }) {
        const { outcome, result, undo, undecided, warned, ...paging } = query;
        const filter = {
          ...(outcome ? { outcome } : {}),
          ...(result ? { result } : {}),
          ...(undo ? { undo } : {}),
          undecided: undecided === "true",
          warned: warned === "true",
        };
        const { rows, total } = await listImportRows(database, stored.id, filter, paging);
        const people = await peopleOf(
          database,
          access.userId,
          rows.flatMap(({ personId }) => personId ?? []),
        );
        return { status: 200, body: { data: rows.map((row) => presentRow(row, people)), meta: { totalCount: total } } };
      },
    }),

    getImportTemplate: endpoint({
      contract: importContracts.getImportTemplate,
      authorise: (input, caller) => authoriseImports(deps, input, caller),
      async handle(_, { database, access, organization }) {
        const { name, content } = await writeSchoolTemplate(database, access.realm, organization.id);
        const data = { name, type: fileTypes.xlsx, content: content.toString("base64") };
        return { status: 200, body: { data } };
      },
    }),

    getImportCorrections: endpoint({
      contract: importContracts.getImportCorrections,
      authorise: (input, caller) => authoriseImport(deps, input, caller),
      async handle({ query }, { database, stored }) {
        if (stored.isExpired) throw notFound();
        const { name, content } = await writeCorrections(database, stored, query.language, query.words);
        const data = {
          name: `${query.name ? safeFileName(query.name) : name}.xlsx`,
          type: fileTypes.xlsx,
          content: content.toString("base64"),
        };
        return { status: 200, body: { data } };
      },
    }),

    getImportSlips: endpoint({
      contract: importContracts.getImportSlips,
      async authorise(input, caller) {
        const proof = await authoriseImport(deps, input, caller);
        const { access, stored } = proof;
        if (stored.startedBy !== access.uid || stored.slipsName === null || stored.isExpired) throw notFound();
        requireInPerson(access, formMessages.insufficientPermission);
        return { ...proof, fileName: stored.slipsName };
      },
      async handle({ query }, { database, stored, fileName }) {
        const current = await sheetsWithReplaced(deps, database, stored);
        const part = current
          ? partOf(current, query.part)
          : await storedPart(database, deps.secrets, stored.id, "slips", query.part);
        if (!part) throw notFound();
        const content = part.bytes.toString("base64");
        const size = current?.length ?? stored.slipsSize ?? 0;
        const file = { name: fileName, type: "application/pdf", size };
        return { status: 200, body: { data: { ...file, content, isLast: part.isLast } } };
      },
    }),
  };
}

/** Large, since the sheets are printed again for each part. */
const partSize = 8 * 1024 * 1024;

function partOf(file: Buffer, place: number): { bytes: Buffer; isLast: boolean } | null {
  const end = (place + 1) * partSize;
  const bytes = file.subarray(place * partSize, end);
  return bytes.length === 0 ? null : { bytes, isLast: end >= file.length };
}

async function peopleOf(database: Database, callerId: number, ids: number[]): Promise<PeopleOfRows> {
  const people = await findPeople(database, [...new Set(ids)], callerId);
  return new Map(people.map(({ uid, type, name, username }) => [uid, { id: uid, type, name, username }]));
}
