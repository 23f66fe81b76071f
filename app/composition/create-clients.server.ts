import type { Clients } from "~/clients/backend";
import { type CallContext, type ClientOf, createClient, type Transport } from "~/clients/client";
import { httpTransport } from "~/clients/http";
import { inProcessTransport } from "~/clients/in-process";
import { invalidatingWrites } from "~/clients/invalidating-writes";
import { reportingCauses, reportingFailures } from "~/clients/reported-failures";
import type { Environment, ServiceUrlName } from "~/environment.server";
import { type Region, regionOf } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import type { CallerResolver } from "~/services/.server/dispatch/caller";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { AnyService } from "~/services/.server/dispatch/endpoint";
import { accountContracts } from "~/services/contracts/account";
import { activityContracts } from "~/services/contracts/activity";
import { authContracts } from "~/services/contracts/auth";
import type { Contracts } from "~/services/contracts/contract";
import { customerManagementContracts } from "~/services/contracts/customer-management";
import { bookBackEndContracts, libraryContracts } from "~/services/contracts/library";
import { paymentContracts } from "~/services/contracts/payment";
import { separateReadingLogContracts } from "~/services/contracts/reading-log";
import { serviceContracts } from "~/services/contracts/service-contracts";
import { submissionContracts } from "~/services/contracts/submissions";
import { syncContracts } from "~/services/contracts/sync";
import type { Infrastructure } from "./infrastructure.server";
import type { Services } from "./services.server";

/** The clients of all services, each in process or over HTTP, as the environment says. */
export function createClients(
  { serviceUrls, readlogUrl, bookBackendUrl }: Environment,
  { errors, displayCache, idempotency }: Infrastructure,
  services: Services,
): Clients {
  const callerOf = callersByCredentials(services.auth.callers);

  function inProcess(service: AnyService): Transport {
    return inProcessTransport(async (name, input, credentials, options) => {
      const caller = await callerOf(credentials);
      const idempotent = options.idempotencyKey ? { key: options.idempotencyKey, store: idempotency } : undefined;
      return dispatch(service, name, input, caller, idempotent);
    });
  }

  function overHttp(url: string): Transport {
    return reportingFailures(errors, httpTransport(url));
  }

  function transportOf(service: AnyService, urlName: ServiceUrlName): Transport {
    const url = serviceUrls[urlName];
    if (url === null) return reportingCauses(errors, inProcess(service));
    return invalidatingWrites(displayCache, overHttp(url));
  }

  function clientOf<Cs extends Contracts>(contracts: Cs, service: AnyService, urlName: ServiceUrlName): ClientOf<Cs> {
    return createClient(contracts, transportOf(service, urlName));
  }

  return {
    account: clientOf(accountContracts, services.account.service, "ACCOUNT"),
    auth: clientOf(authContracts, services.auth.service, "AUTH"),
    controlPanel: clientOf(serviceContracts["control-panel"], services.controlPanel, "CONTROL_PANEL"),
    customerManagement: createClient(
      customerManagementContracts,
      byRegion({
        eu: transportOf(services.customerManagement, "CUSTOMER_MANAGEMENT_EU"),
        us: transportOf(services.customerManagement, "CUSTOMER_MANAGEMENT_US"),
      }),
    ),
    library: clientOf(libraryContracts, services.library.service, "LIBRARY"),
    payment: clientOf(paymentContracts, services.payment.service, "PAYMENT"),
    submissions: clientOf(submissionContracts, services.submissions, "SUBMISSIONS"),
    activity: clientOf(activityContracts, services.activity.service, "ACTIVITY"),
    sync: clientOf(syncContracts, services.sync.service, "SYNC"),
    readingLog: readlogUrl === null ? null : createClient(separateReadingLogContracts, overHttp(readlogUrl)),
    bookBackEnd: bookBackendUrl === null ? null : createClient(bookBackEndContracts, overHttp(bookBackendUrl)),
  };
}

/**
 * Resolves the caller once per call context, i.e. once per web request. Long-lived contexts, like those of jobs, must be created anew for
 * each run.
 */
function callersByCredentials(callers: CallerResolver): (credentials: CallContext) => Promise<Caller> {
  const known = new WeakMap<CallContext, Promise<Caller>>();
  return (credentials) => {
    const { realm, requestId, ipAddress, accessToken, origin = "" } = credentials;
    const from = { realm, requestId, ipAddress, origin };
    if (!accessToken) return Promise.resolve(callers.visitor(from));
    const caller = known.get(credentials) ?? callers.user(accessToken, from);
    known.set(credentials, caller);
    return caller;
  };
}

/** Routes each call to the region of its realm. */
function byRegion(transports: Record<Region, Transport>): Transport {
  return (call, credentials, options) => transports[regionOf(credentials.realm)](call, credentials, options);
}
