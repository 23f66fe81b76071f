import type { Caller, Endpoint } from "~/services/.server/endpoint";
import type { Contract, ContractParsed, ContractResponse } from "~/services/contracts/contract";

/** Calls an endpoint as dispatch does once the input is parsed: the right first, then the work. */
export async function runEndpoint<C extends Contract>(
  endpoint: Endpoint<C>,
  input: ContractParsed<C>,
  caller: Caller,
): Promise<ContractResponse<C>> {
  const handle = await endpoint.authorise(input, caller);
  return handle();
}
