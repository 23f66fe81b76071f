import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { connectDatabases } from "~/db/.server/connect";
import { secretBox } from "~/security/secret-box.server";
import { createAuthService } from "~/services/.server/auth/auth-service";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import { createIdempotency } from "~/services/.server/dispatch/idempotency";
import { mountServices } from "~/services/.server/dispatch/mount";
import { sessionSecret, testHosts } from "./auth-secrets";
import { identityDouble } from "./identity-double";
import { createNotesService } from "./notes-service";

/** The notes service in a separate process; prints its port. Databases and users are passed in the environment. */

type Given = { urls: { eu: string; us: string }; people: IdentifiedPerson[] };

const { urls, people } = JSON.parse(process.env.NOTES_PROCESS ?? "") as Given;
const databases = connectDatabases(urls);
const identity = identityDouble(databases);
for (const person of people) identity.add(person);
const auth = createAuthService({
  databases,
  identity,
  hosts: testHosts,
  sessionSecret,
  smsSender: { sendCode: async () => undefined },
  providers: {},
});
const serve = mountServices([createNotesService(databases)], {
  callers: auth.callers,
  idempotency: createIdempotency(databases, secretBox(sessionSecret, "idempotency")),
  hosts: testHosts,
  report: (error) => console.error(error),
});

const listener = getRequestListener((request) => serve(request, { ipAddress: null, requestId: "notes" }), {
  overrideGlobalObjects: false,
});
const server = createServer(listener);
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
