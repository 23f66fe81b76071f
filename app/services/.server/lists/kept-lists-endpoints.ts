import type { Databases } from "~/db/.server/connect";
import { regionOf } from "~/realms/realm";
import { accessOf, requireEntrance } from "~/services/.server/directory/access";
import { anyCaller, type Caller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import { formMessages } from "~/services/contracts/form-messages";
import { keptListContracts as contracts, type KeptListContracts } from "~/services/contracts/kept-lists";
import { forbidden, notFound } from "~/services/contracts/service-error";
import { createView, deleteView, type Owner, writeColumns } from "./kept-lists-store";

/**
 * Writing one's own views and columns; only who works somewhere has lists. They are read with the organisations that a person may
 * choose from (`GET /v1/organizations?include=lists`). Part of the control-panel service. Issue 5, part 4.
 */
export function createKeptListEndpoints(databases: Databases): Endpoints<KeptListContracts> {
  const databaseOf = (caller: Caller) => databases[regionOf(caller.realm)];

  function ownerOf(caller: Caller): Owner {
    const { realm, uid, type } = requireEntrance(accessOf(caller));
    if (type !== "employee") throw forbidden(formMessages.insufficientPermission);
    return { realm, uid };
  }

  return {
    createListView: unprovedEndpoint({
      contract: contracts.createListView,
      authorise: anyCaller,
      async handle({ params, body }, caller) {
        const view = await createView(databaseOf(caller), ownerOf(caller), { list: params.list, ...body.data });
        return { status: 201, body: { data: view } };
      },
    }),

    deleteListView: unprovedEndpoint({
      contract: contracts.deleteListView,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const owner = ownerOf(caller);
        const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(params.view);
        if (!isUuid || !(await deleteView(databaseOf(caller), owner, params.list, params.view))) throw notFound();
        return { status: 204, body: undefined };
      },
    }),

    putListColumns: unprovedEndpoint({
      contract: contracts.putListColumns,
      authorise: anyCaller,
      async handle({ params, body }, caller) {
        await writeColumns(databaseOf(caller), ownerOf(caller), params.list, body.data);
        return { status: 204, body: undefined };
      },
    }),
  };
}
