import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { BrowserContext } from "@playwright/test";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres";
import { signIn } from "#tests/conformance/sign-in";
import { type RunningProduct, startProduct } from "#tests/support/running-product";
import type { Stage } from "./bench-stage";
import { insertBooks, prepareDemoPeople } from "./large-realm";
import { type Measure, median } from "./measure";

/** A child's shelf of 10,000 books compared with one of 100: time to first paint. docs/performance.md#around-the-book. */

const sizes = [100, 10_000] as const;
const rounds = 25;
const warmUp = 5;
const pages = { shelf: "/bookshelf", "searched shelf": "/bookshelf?q=foxes" };

type Shelf = { size: number; product: RunningProduct; context: BrowserContext };

export async function benchShelf(stage: Stage): Promise<Measure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fabel-shelf-"));
  const postgres = await startEmbeddedPostgres({ folder, settings: { fsync: "off" } });
  const shelves: Shelf[] = [];
  try {
    for (const size of sizes) {
      const eu = await postgres.database(`fabel_${size}`);
      const us = await postgres.database(`fabel_other_${size}`);
      await prepareDemoPeople({ eu, us });
      await insertBooks(eu, size);
      const product = await startProduct({
        program: "serve",
        environment: {
          DEMO: "0",
          SESSION_SECRET: "a secret for measuring, of more than enough letters",
          DATABASE_URL_EU: eu,
          DATABASE_URL_US: us,
        },
      });
      const storageState = await signIn(stage.browser, `http://se.localhost:${product.port}`);
      shelves.push({ size, product, context: await stage.browser.newContext({ storageState }) });
    }
    const measures: Measure[] = [];
    for (const [name, address] of Object.entries(pages)) {
      const times = new Map<number, number[]>(sizes.map((size) => [size, []]));
      // In turns, so that other load affects both alike.
      for (let round = -warmUp; round < rounds; round += 1) {
        for (const shelf of shelves) {
          const time = await firstPaint(shelf, address);
          if (round >= 0) times.get(shelf.size)?.push(time);
        }
      }
      const [few = [], many = []] = sizes.map((size) => times.get(size));
      const goal = name === "shelf" ? { goal: { ratio: 1.2, better: "lower" as const } } : {};
      measures.push({
        name: `${name} of 10,000 books, first paint`,
        unit: "ms",
        ours: median(many),
        beside: [{ name: "of 100 books", value: median(few), ...goal }],
        instrument: `first-contentful-paint in Chromium, median of ${rounds} openings in turns`,
      });
    }
    return measures;
  } finally {
    for (const { context, product } of shelves) {
      await context.close();
      await product.stop();
    }
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds from the navigation to the first contentful paint. */
async function firstPaint({ product, context }: Shelf, address: string): Promise<number> {
  const page = await context.newPage();
  try {
    await page.goto(`http://se.localhost:${product.port}${address}`);
    return await page.evaluate<number>(`new Promise((resolve) => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntriesByName("first-contentful-paint")) resolve(entry.startTime);
      }).observe({ type: "paint", buffered: true });
    })`);
  } finally {
    await page.close();
  }
}
