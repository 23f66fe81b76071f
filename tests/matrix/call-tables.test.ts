import { expect, test } from "vitest";
import { credentialsDouble } from "#tests/support/credentials-double";
import { parseEnvironment } from "~/environment.server";
import { secretBox } from "~/security/secret-box.server";
import { type ControlPanelDeps, createControlPanelService } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import type { AnyService } from "~/services/.server/dispatch/endpoint";
import { openApi } from "~/services/.server/dispatch/openapi";
import { createPayment } from "~/services/.server/payment/payment-service";
import { createSubmissions } from "~/services/.server/submissions/submissions-service";
import { createSyncEndpoints } from "~/services/.server/sync/sync-service";

/**
 * Every row of the call tables in docs/product/control-panel.md#calls, docs/product/shell.md#calls (payment) and
 * docs/product/reader.md#calls (submissions) must be in the OpenAPI page of its service, with its success status.
 */

type Row = [method: string, path: string, status: number];

const customerManagement: Row[] = [
  ["get", "/groups", 200],
  ["put", "/groups", 200],
  ["delete", "/groups/{groupId}", 204],
  ["get", "/subscriptionTypes", 200],
  ["get", "/users", 200],
  ["get", "/users/{uid}", 200],
  ["delete", "/users/{uid}", 204],
  ["put", "/users/{id}/schoolUnits", 204],
  ["put", "/users/{userUid}/schoolUnits/{schoolUid}", 204],
  ["delete", "/users/{userUid}/schoolUnits/{schoolUid}", 200],
  ["put", "/users/{id}/groups/{groupId}", 204],
  ["delete", "/users/{id}/groups/{groupId}", 204],
  ["get", "/users/{userUid}/auditLogs", 200],
  ["get", "/userGroups", 200],
  ["get", "/userSchoolUnits", 200],
  ["get", "/schoolUnits", 200],
  ["post", "/schoolUnits", 201],
  ["patch", "/schoolUnits/{uid}", 200],
  ["get", "/userSubscriptionPeriods", 200],
  ["post", "/userSubscriptionPeriods", 201],
  ["put", "/userSubscriptionPeriods/{id}", 200],
  ["delete", "/userSubscriptionPeriods/{ownerUid}/{legacyId}", 204],
  ["get", "/schoolUnitSubscriptionPeriods", 200],
  ["post", "/schoolUnitSubscriptionPeriods", 201],
  ["put", "/schoolUnitSubscriptionPeriods/{id}", 200],
  ["delete", "/schoolUnitSubscriptionPeriods/{ownerUid}/{legacyId}", 204],
];

const controlPanel: Row[] = [
  ["get", "/v1/me", 200],
  ["get", "/v1/organizations", 200],
  ["get", "/v1/organizations/{id}", 200],
  ["get", "/v1/organizations/{id}/students", 200],
  ["get", "/v1/organizations/{id}/employees", 200],
  ["get", "/v1/organizations/{id}/guardians", 200],
  ["get", "/v1/organizations/{id}/groups", 200],
  ["get", "/v1/organizations/{id}/users", 200],
  ["get", "/v1/groups", 200],
  ["post", "/v1/groups", 201],
  ["get", "/v1/groups/{id}", 200],
  ["patch", "/v1/groups/{id}", 200],
  ["delete", "/v1/groups/{id}", 204],
  ["get", "/v1/groups/{id}/users", 200],
  ["get", "/{version}/{type}/{id}", 200],
  ["get", "/{version}/{type}/template", 200],
  ["post", "/{version}/{type}", 201],
  ["patch", "/{version}/{type}/{id}", 200],
  ["delete", "/{version}/{type}/{id}", 204],
  ["get", "/v2/users/{id}/groups", 200],
  ["get", "/v2/users/{id}/groupoptions/{organizationId}", 200],
  ["put", "/v1/users/{id}/groups", 200],
];

/** docs/product/shell.md#calls; GET and DELETE of one path share a row there and are two rows here. */
const payment: Row[] = [
  ["post", "/client-secret", 201],
  ["post", "/order", 201],
  ["get", "/order/{id}", 200],
  ["get", "/payment-methods", 200],
  ["delete", "/payment-methods", 204],
  ["get", "/me", 200],
  ["put", "/me", 200],
  ["get", "/invoices", 200],
  ["get", "/products", 200],
  ["get", "/subscriptions", 200],
  ["post", "/subscriptions", 201],
  ["put", "/subscriptions/{id}", 200],
  ["post", "/subscription-coupon/{id}", 200],
];

/** docs/product/reader.md#calls. */
const submissions: Row[] = [
  ["get", "/", 200],
  ["patch", "/{id}", 200],
];

/** docs/product/control-panel.md#calls, sync. */
const sync: Row[] = [
  ["get", "/sync/{orgId}", 200],
  ["put", "/sync/{orgId}/{field}", 200],
  ["put", "/sync/{orgId}/config", 200],
  ["get", "/organizations/{orgId}/syncs", 200],
  ["put", "/organizations/{orgId}/syncs/{syncId}", 201],
  ["put", "/organizations/{orgId}/syncs/{syncId}", 200],
  ["delete", "/organizations/{orgId}/syncs/{syncId}", 204],
  ["post", "/organizations/{orgId}/syncs/{syncId}/trigger", 200],
  ["get", "/organizations/{orgId}/syncs/{syncId}/jobs", 200],
  ["get", "/jobs/{jobId}/logs", 200],
];

type Page = { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };

const databases = {} as ControlPanelDeps["databases"];
const deps = { databases, credentials: credentialsDouble };
const paymentDeps = {
  databases,
  environment: parseEnvironment({}).stripe,
  sessionSecret: "a secret of more than thirty-two letters",
  registrations: { findRegistered: async () => null },
  couponGuesses: { count: async () => undefined, refund: async () => undefined },
  statementLimits: { count: async () => undefined },
  proofs: { requireFreshProof: async () => undefined, requireFactor: async () => undefined },
  mails: { sendTo: async () => undefined },
  report: () => undefined,
};
const syncDeps = {
  databases,
  secrets: secretBox("a secret of more than thirty-two letters", "sync"),
  queue: { send: async () => {} },
  checkSource: async () => ({ problem: null, version: null, schools: [] }),
};

test.each<[string, AnyService, Row[]]>([
  ["customer-management", createCustomerManagementService(deps), customerManagement],
  ["control-panel", createControlPanelService(deps), controlPanel],
  ["payment", createPayment(paymentDeps).service, payment],
  ["submissions", createSubmissions({ databases, bookTitleOf: async () => null }), submissions],
  ["sync", { name: "sync", endpoints: createSyncEndpoints(syncDeps) }, sync],
])("%s documents every call of the table with its success status", (_, service, rows) => {
  const { paths } = openApi(service) as unknown as Page;
  const missing = rows.filter(([method, path, status]) => !paths[path]?.[method]?.responses[String(status)]);
  expect(missing).toEqual([]);
});
