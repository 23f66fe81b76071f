import type { ClientInfo } from "~/services/.server/dispatch/mount";
import { ServiceError } from "~/services/contracts/service-error";
import type { Transport } from "./client";

type Report = (error: unknown, context: { where: string; requestId?: string }) => void;

type CallAuth = (request: Request, clientInfo: ClientInfo) => Promise<Response>;

/** Reports failures and 5xx of the OAuth endpoints of a remote sign-in service. URLs are reported without query, which contains tokens. */
export function reportingAuthFailures({ report }: { report: Report }, call: CallAuth): CallAuth {
  return async (request, clientInfo) => {
    const reportFailure = (cause: unknown) => {
      const failed = new Error(`${request.method} ${new URL(request.url).pathname} failed`, { cause });
      report(failed, { where: "call", requestId: clientInfo.requestId });
    };
    const response = await call(request, clientInfo).catch((error: unknown) => {
      reportFailure(error);
      throw error;
    });
    if (response.status >= 500) reportFailure(new Error(`The sign-in service answered ${response.status}`));
    return response;
  };
}

/** Reports calls that failed because of a dependency of a service in this process: a provider, the SMS gateway, the mail server. */
export function reportingCauses({ report }: { report: Report }, transport: Transport): Transport {
  return async (call, credentials, options) => {
    try {
      return await transport(call, credentials, options);
    } catch (error) {
      const hasCause = error instanceof ServiceError && error.cause !== undefined;
      if (hasCause) report(error, { where: "service", requestId: credentials.requestId });
      throw error;
    }
  };
}

/** Reports failed calls of a service in another process. docs/product/shell.md#errors. */
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
