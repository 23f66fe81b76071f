import type { Databases } from "~/db/.server/connect";
import { authoriseEmployee } from "~/services/.server/directory/authorisation";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { createView, deleteView, writeColumns } from "~/services/.server/saved-lists/saved-lists-store";
import { savedListContracts as contracts, type SavedListContracts } from "~/services/contracts/saved-lists";
import { notFound } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";

/**
 * Writes a user's saved views and chosen columns; only employees have lists. They are read together with the organisations that the user
 * can choose from (`GET /v1/organizations?include=lists`).
 */
export function createSavedListEndpoints(databases: Databases): Endpoints<SavedListContracts> {
  return {
    createListView: endpoint({
      contract: contracts.createListView,
      authorise: (_input, caller) => authoriseEmployee({ databases }, caller),
      async handle({ params, body }, { database, access }) {
        const view = await createView(database, access, { list: params.list, ...body.data });
        return { status: 201, body: { data: view } };
      },
    }),

    deleteListView: endpoint({
      contract: contracts.deleteListView,
      authorise: (_input, caller) => authoriseEmployee({ databases }, caller),
      async handle({ params }, { database, access }) {
        if (!isUid(params.view) || !(await deleteView(database, access, params.list, params.view))) throw notFound();
        return { status: 204, body: undefined };
      },
    }),

    putListColumns: endpoint({
      contract: contracts.putListColumns,
      authorise: (_input, caller) => authoriseEmployee({ databases }, caller),
      async handle({ params, body }, { database, access }) {
        await writeColumns(database, access, params.list, body.data);
        return { status: 204, body: undefined };
      },
    }),
  };
}
