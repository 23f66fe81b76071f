import type { CallContext, CallInput, CallOptions, Transport } from "./client";

/** Runs one endpoint of a service in this process: parse, authorise, handle. */
type Dispatch = (
  name: string,
  input: CallInput,
  credentials: CallContext,
  options: CallOptions,
) => Promise<{ status: number; body: unknown; headers?: Record<string, string> }>;

/**
 * Calls a service without a socket or JSON: one validation, then the endpoint's own authorise and handle. The service
 * does not trust such a call more than an external one. docs/decisions/0003-services-in-process.md.
 */
export function inProcessTransport(dispatch: Dispatch): Transport {
  return (call, credentials, options) => dispatch(call.name, call.input, credentials, options);
}
