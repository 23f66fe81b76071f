import type { Databases } from "~/db/.server/connect";
import { regionOf } from "~/realms/realm";
import { accessOf, requireEntrance } from "~/services/.server/directory/access";
import { type Caller, type Endpoints, endpoint } from "~/services/.server/endpoint";
import { createView, deleteView, type Owner, writeColumns } from "~/services/.server/saved-lists/saved-lists-store";
import { formMessages } from "~/services/contracts/form-messages";
import { savedListContracts as contracts, type SavedListContracts } from "~/services/contracts/saved-lists";
import { forbidden, notFound } from "~/services/contracts/service-error";

/**
 * Writes a person's own saved views and chosen columns; only employees have lists. They are read with the organisations that a
 * person may choose from (`GET /v1/organizations?include=lists`). Issue 5, part 4.
 */
export function createSavedListEndpoints(databases: Databases): Endpoints<SavedListContracts> {
  return {
    createListView: endpoint({
      contract: contracts.createListView,
      authorise: (_input, caller) => authoriseOwner(caller),
      async handle({ params, body }, owner) {
        const view = await createView(databaseOf(owner), owner, { list: params.list, ...body.data });
        return { status: 201, body: { data: view } };
      },
    }),

    deleteListView: endpoint({
      contract: contracts.deleteListView,
      authorise: (_input, caller) => authoriseOwner(caller),
      async handle({ params }, owner) {
        const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(params.view);
        if (!isUuid || !(await deleteView(databaseOf(owner), owner, params.list, params.view))) throw notFound();
        return { status: 204, body: undefined };
      },
    }),

    putListColumns: endpoint({
      contract: contracts.putListColumns,
      authorise: (_input, caller) => authoriseOwner(caller),
      async handle({ params, body }, owner) {
        await writeColumns(databaseOf(owner), owner, params.list, body.data);
        return { status: 204, body: undefined };
      },
    }),
  };

  function databaseOf({ realm }: Owner) {
    return databases[regionOf(realm)];
  }
}

/** @throws ServiceError 403 `secure_login_needed` where a second factor is due, 403 for anybody but an employee */
function authoriseOwner(caller: Caller): Owner {
  const { realm, uid, type } = requireEntrance(accessOf(caller));
  if (type !== "employee") throw forbidden(formMessages.insufficientPermission);
  return { realm, uid };
}
