import { gzipSync } from "node:zlib";
import { type Session, signIn } from "../conformance/sign-in";
import { openContext, type Stage } from "./bench-stage";
import { chapterBook } from "./chapter-book";
import type { Measure } from "./measure";

/** Script that a page loads until it is usable, in KB after gzip. Goals, "The server". */
export async function benchWeight(stage: Stage): Promise<Measure[]> {
  const admin = await signIn(stage.browser, stage.origin, "admin.se");
  const { id } = await stage.addBook(chapterBook(10), "weight.epub");
  const instrument =
    "sum of the page's scripts, each after gzip, until it is idle (reader: until the first page is shown)";
  const rows: Array<{ name: string; path: string; goal: number; session: Session | null; until?: string }> = [
    { name: "script of the landing page", path: "/", goal: 110, session: null },
    { name: "script of the control panel", path: "/controlpanel", goal: 150, session: admin },
    { name: "script of the reader", path: `/reader/${id}`, goal: 240, session: stage.session, until: "c1" },
  ];
  const measures: Measure[] = [];
  for (const row of rows) {
    const ours = await scriptsOf(stage, row.path, row.session, row.until);
    if (ours === null) console.log(`${row.name}: there is no page ${row.path}`);
    else
      measures.push({
        name: row.name,
        unit: "KB",
        ours,
        goal: { value: row.goal, better: "lower" },
        beside: [],
        instrument,
      });
  }
  return measures;
}

async function scriptsOf(stage: Stage, path: string, session: Session | null, mark?: string): Promise<number | null> {
  const context = await openContext(stage, session);
  try {
    const page = await context.newPage();
    const bodies: Array<Promise<number>> = [];
    let isOver = false;
    page.on("response", (response) => {
      if (isOver || response.request().resourceType() !== "script") return;
      bodies.push(
        response.body().then(
          (body) => gzipSync(body).length,
          () => 0,
        ),
      );
    });
    const answer = await page.goto(`${stage.origin}${path}`, { waitUntil: "commit" });
    if (!answer?.ok()) return null;
    if (mark)
      await page.waitForFunction(
        (wanted) => (window as Window & { benchSeenAt?: Record<string, number> }).benchSeenAt?.[wanted],
        mark,
      );
    else await page.waitForLoadState("networkidle");
    isOver = true;
    return (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0) / 1024;
  } finally {
    await context.close();
  }
}
