import type { FieldTexts } from "~/forms/stale-version";
import type { Sync } from "~/services/contracts/sync";

/** Fields of a source's form, in display order. */
export const sourceFieldNames = ["name", "type", "address", "version", "clientId", "tokenAddress", "secret"] as const;

/** Fields with a stored value to show; secrets are never sent to the browser. */
export const sourceFields = sourceFieldNames.filter((name) => name !== "secret");
export type SourceField = Exclude<(typeof sourceFieldNames)[number], "secret">;

/** Form values of a stored source; "file" is a type only in the form. */
export function sourceTexts({ name, type, address, version, tokenAddress, clientId }: Sync): FieldTexts {
  return {
    name,
    type: address === null ? "file" : type,
    version: version ?? "",
    address: address ?? "",
    tokenAddress: tokenAddress ?? "",
    clientId: clientId ?? "",
  };
}
