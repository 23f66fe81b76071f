import { ServiceError } from "~/services/contracts/service-error";
import type { Transport } from "./client";

type Report = (error: unknown, context: { where: string; requestId?: string }) => void;

/** Tells the error reporter of every call that a service elsewhere could not answer. docs/product/shell.md#errors. */
export function reportingFailures({ report }: { report: Report }, transport: Transport): Transport {
  return async (call, credentials, options) => {
    try {
      return await transport(call, credentials, options);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) {
        const { method, path } = call.contract;
        const failed = new Error(`${method} ${path} failed`, { cause: error });
        report(failed, { where: "call", requestId: credentials.requestId });
      }
      throw error;
    }
  };
}
