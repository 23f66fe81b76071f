import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sendWebResponse, webRequest } from "#server/web-messages";
import { connectDatabases } from "~/db/.server/connect";
import { secretBox } from "~/security/secret-box.server";
import { createAuthService } from "~/services/.server/auth/auth-service";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import { createIdempotency } from "~/services/.server/idempotency";
import { mountServices } from "~/services/.server/mount";
import { sessionSecret, testHosts } from "./auth-secrets";
import { identityDouble } from "./identity-double";
import { createNotesService } from "./notes-service";

/** The notes service in a process of its own; prints its port. Databases and people come in the environment. */

type Given = { urls: { eu: string; us: string }; people: IdentifiedPerson[] };

const { urls, people } = JSON.parse(process.env.NOTES_PROCESS ?? "") as Given;
const databases = connectDatabases(urls);
const identity = identityDouble();
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

const server = createServer(async (message, answer) => {
  const origin = `http://${message.headers.host}`;
  const request = webRequest(message, answer, { origin, path: message.url ?? "/", bodyLimit: 1_000_000 });
  await sendWebResponse(answer, await serve(request, { ipAddress: null, requestId: "notes" }));
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
