import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { locales } from "~/realms/realm";
import type { OutgoingMessage } from "~/services/.server/outbox/outbox";
import { type CodeMessage, createSmsSender } from "./sms-sender";

/** Outgoing text messages; the test runs its own HTTP server as the gateway. */

type Received = { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders; body: string };
const received: Received[] = [];
let status = 202;
let url: URL;
const gateway = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => {
    body += part;
  });
  request.on("end", () => {
    received.push({ method: request.method, url: request.url, headers: request.headers, body });
    response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end("{}");
  });
});

beforeAll(async () => {
  gateway.listen(0, "127.0.0.1");
  await once(gateway, "listening");
  url = new URL(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`);
});
afterAll(() => {
  gateway.closeAllConnections();
  gateway.close();
});
beforeEach(() => {
  received.length = 0;
  status = 202;
});

const message: CodeMessage = {
  realm: "se",
  to: "+46701740601",
  code: "012345",
  minutes: 5,
  locale: "sv",
  host: "www.fabelskolan.se",
};

function sender(change: { smsUrl?: string; demo?: boolean }) {
  const outbox: OutgoingMessage[] = [];
  const notes: string[] = [];
  const made = createSmsSender({
    smsUrl: null,
    demo: false,
    outbox: { add: async (each) => void outbox.push(each) },
    note: (line) => notes.push(line),
    ...change,
  });
  return { ...made, outbox, notes };
}

describe("a code by text message", () => {
  it("is sent to the gateway once, in the body, with the gateway's credentials in a header, none in the address", async () => {
    url.username = "fabel";
    url.password = "p%40ss";
    const { sendCode, outbox } = sender({ smsUrl: url.href, demo: true });
    await sendCode(message);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: "POST",
      url: "/send",
      headers: { "content-type": "application/json" },
    });
    expect(received[0]?.headers.authorization).toBe(`Basic ${Buffer.from("fabel:p@ss").toString("base64")}`);
    expect(JSON.parse(received[0]?.body ?? "")).toEqual({ to: message.to, text: expect.stringContaining("012345") });
    expect(outbox).toEqual([]);
  });

  it.each([500, 400, 302])(
    "given a gateway that returns %i, then it fails with 503 sms_unavailable, without number and code, and is not sent again",
    async (gatewayStatus) => {
      status = gatewayStatus;
      const { sendCode } = sender({ smsUrl: url.href });
      const error = await sendCode(message).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ status: 503, code: "sms_unavailable", cause: expect.any(Error) });
      expect(inspect(error)).not.toMatch(/012345|46701740601/);
      expect(received).toHaveLength(1);
    },
  );

  it("is stored in the outbox of a demo, with a text that is bound to the site's host", async () => {
    const { sendCode, outbox } = sender({ demo: true });
    await sendCode(message);
    expect(outbox).toEqual([{ realm: "se", kind: "sms", to: message.to, subject: "", text: expect.any(String) }]);
    expect(outbox[0]?.text).toMatch(
      /^012345 är din kod till Fabel\. .*5 minuter[\s\S]*\n\n@www\.fabelskolan\.se #012345$/,
    );
  });

  it("given no gateway, then it logs one line without the number and the code", async () => {
    const { sendCode, notes } = sender({});
    await sendCode(message);
    expect(notes).toHaveLength(1);
    expect(notes[0]).not.toMatch(/012345|46701740601/);
  });

  it.each(locales)("has a text in %s", async (locale) => {
    const { sendCode, outbox } = sender({ demo: true });
    await sendCode({ ...message, realm: "fr", locale });
    expect(outbox[0]?.text).toContain("012345");
    expect(outbox[0]?.text).not.toContain("{{");
  });
});
