import { signedInCookies } from "#tests/support/http-sign-in";
import { type LedClient, openScreen, sendJson } from "#tests/support/led-screen";
import type { Stage } from "./bench-stage";
import { chapterBook } from "./chapter-book";
import { type Measure, quantile } from "./measure";

/** 30 screens led by a teacher's page turns: from the turn's request to its arrival at each screen. docs/performance.md#reading-together. */

const screens = 30;
const turns = 40;
/** Milliseconds between two turns, which are not in step with the product's polling. */
const every = 137;

export async function benchTogether(stage: Stage): Promise<Measure[]> {
  const { id: bookId } = await stage.addBook(chapterBook(2), "together");
  const teacher = await clientOf(stage, "teacher.se");
  const pupil = await clientOf(stage, "student.se");
  const started = await sendJson(teacher, "POST", "/reader/together", { bookId });
  const { id, code } = started.body;
  // The demonstration has 30 pupils in few classes and one password for the named ones: one pupil has all the screens.
  const joined = await sendJson(pupil, "POST", "/reader/together", { code });
  if (joined.status !== 200) throw new Error(`The code was answered by ${joined.status}`);
  const opened = await Promise.all(Array.from({ length: screens }, () => openScreen(pupil, id)));
  try {
    const times: number[] = [];
    for (let turn = -3; turn < turns; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, every));
      const progression = (turn + 4) / 1000;
      const place = { source: "EPUB/c1.xhtml", cfi: `epubcfi(/6/2!/4/2/1:${turn + 3})`, progression };
      const began = performance.now();
      const arrivals = opened.map((screen) => screen.has(`"progression":${progression}}`));
      const { status } = await sendJson(teacher, "PUT", `/reader/together/${id}`, place);
      if (status !== 204) throw new Error(`A turn was answered by ${status}`);
      for (const at of await Promise.all(arrivals)) if (turn >= 0) times.push(at - began);
    }
    return [
      {
        name: `reading together: ${screens} screens led by one, p95`,
        unit: "ms",
        ours: quantile(times, 0.95),
        beside: [{ name: "p50", value: quantile(times, 0.5) }],
        goal: { value: 250, better: "lower" },
        instrument: "from the teacher's request to the event at each screen, on loopback",
      },
    ];
  } finally {
    for (const screen of opened) screen.leave();
    await sendJson(teacher, "DELETE", `/reader/together/${id}`);
  }
}

async function clientOf({ origin }: Stage, username: string): Promise<LedClient> {
  const cookies = await signedInCookies(origin, username);
  return { host: new URL(origin).host, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
}
