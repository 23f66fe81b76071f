import type { CallContext, CallInput, CallOptions, Transport } from "./client";

/** Runs one endpoint of a service that lives in this process: parse, authorise, handle. */
export type Dispatch = (
  name: string,
  input: CallInput,
  credentials: CallContext,
  options: CallOptions,
) => Promise<{ status: number; body: unknown; headers?: Record<string, string> }>;

/**
 * Calls a service without a socket and without JSON: one validation, then the endpoint's own authorise and handle. The service
 * trusts such a call no more than one from outside. docs/decisions/0003-services-in-process.md.
 */
export function inProcessTransport(dispatch: Dispatch): Transport {
  return (call, credentials, options) => dispatch(call.name, call.input, credentials, options);
}
