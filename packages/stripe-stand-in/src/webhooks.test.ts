import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { sampleAccount } from "./sample-account";
import { type StartedStandIn, startStandIn } from "./start";

type Received = { path: string; body: string; signature: string };

const secret = "whsec_sample";

let server: Server;
let received: Received[];
let status: number;
let standIn: StartedStandIn;
let stripe: Stripe;

beforeEach(async () => {
  received = [];
  status = 200;
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    received.push({ path: request.url ?? "", body, signature: String(request.headers["stripe-signature"]) });
    response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  await start();
});
afterEach(async () => {
  await standIn.close();
  server.close();
});

async function start(folder?: string): Promise<void> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  const account = sampleAccount({ webhooks: [{ url, secret }] });
  standIn = await startStandIn({ accounts: [account], port: 0, folder: folder ?? null });
  const { hostname, port } = new URL(standIn.origin);
  stripe = new Stripe(account.secretKey, { host: hostname, port, protocol: "http", maxNetworkRetries: 0 });
}

const types = () => received.map(({ body }) => (JSON.parse(body) as Stripe.Event).type);

describe("webhooks", () => {
  it("given a change, then the event has a signature that the SDK accepts only with the right secret", async () => {
    const customer = await stripe.customers.create({ name: "Signed" });
    await standIn.webhooks.settled();
    const [{ path, body, signature } = { path: "", body: "", signature: "" }] = received;
    expect(path).toBe("/events");
    const event = await stripe.webhooks.constructEventAsync(body, signature, secret);
    expect(event).toMatchObject({ type: "customer.created", api_version: Stripe.API_VERSION });
    expect((event.data.object as Stripe.Customer).id).toBe(customer.id);
    await expect(stripe.webhooks.constructEventAsync(body, signature, "whsec_other")).rejects.toThrow();
  });

  it("given a receiver that accepted an event, then pending_webhooks is 0", async () => {
    await stripe.customers.create({});
    await standIn.webhooks.settled();
    expect((await stripe.events.list()).data[0]?.pending_webhooks).toBe(0);
  });

  it("given held events, then they are sent in the chosen order", async () => {
    standIn.webhooks.faults.held = true;
    const customer = await stripe.customers.create({ name: "One" });
    await stripe.customers.update(customer.id, { name: "Two" });
    expect(received).toEqual([]);
    for (const delivery of standIn.webhooks.held().reverse()) await standIn.webhooks.deliver(delivery);
    expect(types()).toEqual(["customer.updated", "customer.created"]);
  });

  it("given the fault doubled, then each event is sent twice with the same id", async () => {
    standIn.webhooks.faults.doubled = true;
    await stripe.customers.create({});
    await standIn.webhooks.settled();
    const ids = received.map(({ body }) => (JSON.parse(body) as Stripe.Event).id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it("given a restart before an event was accepted, then the state is restored and the event sent again", async () => {
    await standIn.close();
    const folder = await mkdtemp(path.join(tmpdir(), "stand-in-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await start(folder);
    status = 500;
    const customer = await stripe.customers.create({ name: "Kept" }, { idempotencyKey: "kept" });
    await standIn.webhooks.settled();
    await standIn.close();
    received = [];
    status = 200;
    await start(folder);
    await standIn.webhooks.settled();
    expect(types()).toEqual(["customer.created"]);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ name: "Kept" });
    const again = await stripe.customers.create({ name: "Kept" }, { idempotencyKey: "kept" });
    expect(again.id).toBe(customer.id);
  });
});

describe("faults", () => {
  it("given the fault unavailable once, then 503 and then a normal reply", async () => {
    standIn.faults.add({ kind: "unavailable", times: 1 });
    await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 503, type: "StripeAPIError" });
    await expect(stripe.customers.list()).resolves.toMatchObject({ data: [] });
  });

  it("given a lost reply, then a repeat with the same idempotency key creates nothing twice", async () => {
    // Twice, because the SDK itself retries once on a closed connection.
    standIn.faults.add({ kind: "lost", method: "POST", path: "/v1/customers", times: 2 });
    const options = { idempotencyKey: "lost" };
    await expect(stripe.customers.create({ name: "Once" }, options)).rejects.toMatchObject({
      type: "StripeConnectionError",
    });
    await stripe.customers.create({ name: "Once" }, options);
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });
});
