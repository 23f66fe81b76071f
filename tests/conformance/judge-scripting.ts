import { fail, firstFrame, type Judges, pass, readThrough, type Scene, verdict } from "./judge";
import { readVisible } from "./look-at-page";

/** EPUB 3.3, scripting and security. The reader runs no script of a book: a test passes if nothing runs and the fallback is shown. */
export const scriptingJudges: Judges = [
  [/^scr-support-fallback/, judgeFallback],
  [/^scr-|^ocf-url_(origin|parse)/, judgeNothingRuns],
  [/^sec-|^pub-.*remote/, judgeNothingFetched],
  [/^pub-external-links/, judgeConsent],
  [/^pub-file-urls/, judgeEmptyFrames],
];

async function judgeFallback(scene: Scene) {
  const { text } = await readThrough(scene, 4);
  return verdict(
    /followed through the scripted content fallback/.test(text),
    "the fallback is shown",
    `the page says: ${text.slice(0, 120)}`,
  );
}

const runs =
  /supports scripting|implements the epubReadingSystem object( within an iframe)? *\. Test passes|Calculated absolute URL: *\S*http|Origin URL: *\S+:/i;

async function judgeNothingRuns(scene: Scene) {
  const { text } = await readThrough(scene, 4);
  const inner = await Promise.all(
    scene.reader.page
      .frames()
      .map((frame) => frame.evaluate(() => document.documentElement?.textContent ?? "").catch(() => "")),
  );
  const visible = text.replace(/does not (support|implement)/gi, "");
  if (runs.test(visible)) return fail(`a script ran: ${visible.slice(0, 120)}`);
  const scripts = await scriptsLeft(scene);
  if (scripts > 0) return fail(`${scripts} script(s) stand in the shown documents`);
  const hasModified = inner.some((one) => /has been modified by/i.test(one));
  if (hasModified) return fail("a script changed the page");
  return verdict(
    text !== "" || scene.first.some((one) => one.pictures > 0),
    "nothing runs, and the page without scripts shows",
    "the page is blank",
  );
}

async function scriptsLeft(scene: Scene): Promise<number> {
  const counts = await Promise.all(
    scene.reader.page
      .frames()
      .filter((frame) => frame.parentFrame() !== null)
      .map((frame) =>
        frame
          .evaluate(
            () =>
              Array.from(document.querySelectorAll("*")).filter(
                (one) =>
                  (one.localName === "script" && !/json/.test(one.getAttribute("type") ?? "")) ||
                  Array.from(one.attributes).some((attribute) => /^on/i.test(attribute.name)),
              ).length,
          )
          .catch(() => 0),
      ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function judgeNothingFetched(scene: Scene) {
  await readThrough(scene, 4);
  const [first] = scene.reader.foreign;
  return verdict(first === undefined, "nothing outside the book was asked for", `the page asked for ${first}`);
}

/** An external link must ask for confirmation, and then open a new window. */
async function judgeConsent(scene: Scene) {
  const frame = await firstFrame(scene);
  const link = frame?.locator('a[href^="http"]').first();
  if (!link) return fail("the link was not found");
  const windows = scene.reader.context.pages().length;
  await link.click();
  const dialog = scene.reader.page
    .locator('[role="dialog"]:visible, [role="alertdialog"]:visible, dialog[open]')
    .first();
  const asks = await dialog.waitFor({ state: "visible", timeout: 4000 }).then(
    () => true,
    () => false,
  );
  if (scene.reader.context.pages().length > windows) return fail("the window opened without asking");
  if (!asks) return fail("nothing asks for consent");
  // The request is blocked, since only the opened window matters.
  await scene.reader.context.route(/^https?:\/\/(?![^/]*localhost)/, (route) => route.abort());
  const opened = scene.reader.context.waitForEvent("page", { timeout: 4000 }).then(
    () => true,
    () => false,
  );
  await dialog.locator("a[target=_blank], button, a").last().click();
  const hasOpened = await opened;
  scene.reader.foreign.length = 0;
  return verdict(hasOpened, "it asks, and opens another window", "it asks, but no window opens");
}

async function judgeEmptyFrames(scene: Scene) {
  const frame = await firstFrame(scene);
  const texts = await Promise.all(
    (frame?.childFrames() ?? []).map((child) => child.evaluate(readVisible).catch(() => "")),
  );
  const filled = texts.find((text) => text.trim() !== "" && !/ERR_|blocked|refused/i.test(text));
  return filled === undefined ? pass("the frames stay empty") : fail(`a frame shows: ${filled.slice(0, 80)}`);
}
