import type { FieldTexts } from "~/forms/stale-version";
import type { Sync } from "~/services/contracts/sync";

/** Fields of a source's form, in its order. */
export const sourceFieldNames = ["name", "type", "address", "version", "clientId", "tokenAddress", "secret"] as const;

/** Those that have a value to show: a secret is never read back. */
export const sourceFields = sourceFieldNames.filter((name) => name !== "secret");
export type SourceField = Exclude<(typeof sourceFieldNames)[number], "secret">;

/** A stored source as its form has it. A file is a type of its own there. */
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
