import { inTransaction } from "~/db/.server/transaction";
import type { OrganizationProof } from "~/services/.server/directory/authorisation";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { expectedIn } from "~/services/.server/dispatch/entity-tag";
import { formMessages } from "~/services/contracts/form-messages";
import { notFound, staleVersion, validationError } from "~/services/contracts/service-error";
import { syncContracts as contracts, type SyncContracts, syncFields } from "~/services/contracts/sync";
import { auditSync } from "./sync-audit";
import type { SyncDeps } from "./sync-deps";
import { authoriseSync } from "./sync-rights";
import { readSyncSettings, writeSyncSettings } from "./sync-store";

type Names = "getSyncSettings" | "putSyncConfig" | "putSyncSetting";

/** Endpoints of an organisation's sync settings: the schedule and the fields. */
export function syncSettingsEndpoints(deps: Pick<SyncDeps, "databases">): Endpoints<Pick<SyncContracts, Names>> {
  return {
    getSyncSettings: endpoint({
      contract: contracts.getSyncSettings,
      authorise: (input, caller) => authoriseSync(deps, input, caller),
      async handle(_, { database, organization }) {
        return { status: 200, body: await readSyncSettings(database, organization.id) };
      },
    }),

    putSyncConfig: endpoint({
      contract: contracts.putSyncConfig,
      authorise: (input, caller) => authoriseSync(deps, input, caller),
      async handle({ headers, body: { config } }, proof) {
        return { status: 200, body: await changeSettings(proof, config, expectedIn(headers)) };
      },
    }),

    putSyncSetting: endpoint({
      contract: contracts.putSyncSetting,
      authorise: (input, caller) => authoriseSync(deps, input, caller),
      async handle({ params: { field }, headers, body }, proof) {
        if (!syncFields.some((name) => name === field)) throw notFound();
        const others = Object.keys(body).filter((name) => name !== field);
        const isMissing = !(field in body);
        if (isMissing || others.length > 0) {
          throw validationError([
            ...(isMissing ? [{ attribute: field, reason: formMessages.required }] : []),
            ...others.map((attribute) => ({ attribute, reason: formMessages.incorrectFormat })),
          ]);
        }
        return { status: 200, body: await changeSettings(proof, body, expectedIn(headers)) };
      },
    }),
  };
}

async function changeSettings(
  { database, access, organization }: OrganizationProof,
  settings: Parameters<typeof writeSyncSettings>[3],
  expected: number | undefined,
) {
  return inTransaction(database, async (within) => {
    const saved = await writeSyncSettings(within, access.realm, organization.id, settings, expected);
    if (!saved) throw staleVersion();
    const attributes = Object.keys(settings);
    await auditSync(within, access, organization.uid, "sync.settings_changed", { attributes });
    return saved;
  });
}
