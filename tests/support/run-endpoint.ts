import type { Caller } from "~/services/.server/directory/caller";
import type { Endpoint } from "~/services/.server/dispatch/endpoint";
import type { Contract, ContractParsed, ContractResponse } from "~/services/contracts/contract";

/** Calls an endpoint with parsed input like dispatch: authorises, then handles. */
export async function runEndpoint<C extends Contract>(
  endpoint: Endpoint<C>,
  input: ContractParsed<C>,
  caller: Caller,
): Promise<ContractResponse<C>> {
  const handle = await endpoint.authorise(input, caller);
  return handle();
}
