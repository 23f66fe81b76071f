import type { BrowserContext } from "@playwright/test";
import { addBooks } from "#tests/conformance/add-books";
import { narratedBook } from "#tests/support/narrated-book";
import type { Stage } from "./bench-stage";
import { type Measure, median } from "./measure";

/** An offline book without network compared with the same book from the server. docs/performance.md#around-the-book. */

const rounds = 15;
const warmUp = 2;

export async function benchOfflineBook(stage: Stage): Promise<Measure[]> {
  const chapters = Array.from({ length: 10 }, (_, chapter) =>
    Array.from({ length: 20 }, (_, sentence) => `Sentence ${sentence} of chapter ${chapter} was read aloud.`),
  );
  const [added] = await addBooks(
    [await narratedBook({ chapters, title: "Kept for measuring" })],
    stage.product.dataDir,
  );
  if (!added || "refused" in added) throw new Error(`The book was refused: ${added?.refused}`);
  const { id } = added;
  const context = await stage.browser.newContext({ storageState: stage.session });
  try {
    const page = await context.newPage();
    await page.goto(`${stage.origin}/books/${id}`);
    await page.getByRole("button", { name: "Behåll på den här enheten" }).click();
    await page.getByText(/^På den här enheten \(/).waitFor({ timeout: 60_000 });
    await page.evaluate("navigator.serviceWorker.ready.then(() => null)");
    await page.goto("about:blank");
    const times = { online: [] as number[], offline: [] as number[] };
    for (let round = -warmUp; round < rounds; round += 1) {
      for (const way of ["online", "offline"] as const) {
        await context.setOffline(way === "offline");
        const time = await openingTime(
          context,
          `${stage.origin}/reader/${way === "online" ? id : `offline?book=${id}`}`,
        );
        if (round >= 0) times[way].push(time);
      }
    }
    return [
      {
        name: "book on the device, opened without network",
        unit: "ms",
        ours: median(times.offline),
        beside: [{ name: "from the server", value: median(times.online), goal: { ratio: 1, better: "lower" } }],
        instrument: `until the reader shows its page, median of ${rounds} openings in turns`,
      },
    ];
  } finally {
    await context.setOffline(false);
    await context.close();
  }
}

/** Milliseconds until the hydrated reader shows a page, by the page's own clock. */
async function openingTime(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  try {
    await page.goto(address);
    const shown = await page.waitForFunction(
      () => document.querySelector("[data-reader][data-state=shown]") !== null && performance.now(),
      undefined,
      { polling: "raf", timeout: 60_000 },
    );
    return Number(await shown.jsonValue());
  } finally {
    await page.close();
  }
}
