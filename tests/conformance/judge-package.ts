import { fail, firstFrame, type Judges, pass, readThrough, type Scene, verdict } from "./judge";
import { judgeByStatement } from "./judge-content";
import { isOfItem } from "./reader-page";
import { textIn } from "./test-book";

/** EPUB 3.3, package documents and containers. */
export const packageJudges: Judges = [
  [/^pkg-dir_but_not_content/, judgeContentDirection],
  [/^pkg-lang_but_not_content/, judgeContentLanguage],
  [/^pkg-dir/, judgeTitleDirection],
  [/^pkg-spine-duplicate-item-hyperlink/, judgeLinkToDuplicate],
  [/^pkg-spine-duplicate-item-ui/, judgeDuplicates],
  [/^pkg-spine-progression[-_](default|rtl|ltr)/, judgeProgression],
  [/^pkg-spine-order|^pkg-spine-unknown|^pub-xml-non-validating_comment/, judgeOrder],
  [/^pkg-spine-nonlinear/, judgeByStatement],
  [/^pkg-(unique-id|version|collections|manifest|meta|linked|title|creator|cover)/, judgeOpens],
  [/^ocf-package_arbitrary|^ocf-metainf|^ocf-/, judgeOpens],
  [/^pub-xml-external-id/, judgeNoExternalEntity],
];

/** No failure is shown, and the pages are not blank. */
async function judgeOpens(scene: Scene) {
  const { text } = await readThrough(scene, 10);
  if (/Test fails if you see this|does not support scripting/i.test(text))
    return fail(`the page says: ${text.slice(0, 120)}`);
  return verdict(
    text !== "" || scene.first.some((one) => one.pictures > 0),
    "it opens and is read",
    "its pages are blank",
  );
}

async function judgeNoExternalEntity(scene: Scene) {
  const { text } = await readThrough(scene, 10);
  return verdict(
    !/The test fails/i.test(text),
    "the external entity is not in the page",
    "the external entity was resolved",
  );
}

/** The title in the reader's own interface must have the direction from the package. EPUB 3.3, `dir`. */
async function judgeTitleDirection(scene: Scene) {
  const { title, titleDirection } = scene.book;
  const find = () =>
    scene.reader.page.evaluate((wanted) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const plain = (text: string) =>
        text
          .replace(/[\u2066-\u2069\u200e\u200f]/g, "")
          .replace(/\s+/g, " ")
          .trim();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (
          !parent ||
          parent.closest("script, style, title") ||
          plain(node.textContent ?? "") !== wanted ||
          parent.getClientRects().length === 0
        )
          continue;
        return getComputedStyle(parent).direction;
      }
      return null;
    }, title);
  await scene.reader.page.mouse.move(700, 10);
  let direction = await find();
  if (direction === null) {
    await scene.reader.openContents().catch(() => undefined);
    direction = await find();
  }
  if (direction === null) return fail("the reader shows the title nowhere");
  return verdict(
    direction === (titleDirection ?? "ltr"),
    `the title is set ${direction}`,
    `the title is set ${direction}, not ${titleDirection}`,
  );
}

async function judgeContentDirection(scene: Scene) {
  const frame = await firstFrame(scene);
  const seen = await frame?.evaluate(() => ({
    direction: getComputedStyle(document.body).direction,
    left: document.querySelector("li")?.getBoundingClientRect().left ?? 0,
    width: innerWidth,
  }));
  return verdict(
    seen?.direction === "ltr",
    "the content keeps its own direction",
    `the content is set ${seen?.direction}`,
  );
}

async function judgeContentLanguage(scene: Scene) {
  const frame = await firstFrame(scene);
  const language = await frame?.evaluate(() => {
    const root = document.documentElement;
    return (
      root.lang ||
      root.getAttribute("xml:lang") ||
      root.getAttributeNS("http://www.w3.org/XML/1998/namespace", "lang") ||
      ""
    );
  });
  const own = /<html[^>]*\slang="([^"]*)"/.exec(textIn(scene.book, scene.book.spine[0]?.href ?? ""))?.[1] ?? "";
  return verdict(language === own, "the content's language is its own", `the content became ${language}`);
}

async function judgeProgression(scene: Scene) {
  const opf = [...scene.book.files].find(([name]) => name.endsWith(".opf"))?.[1].toString() ?? "";
  const declared = /page-progression-direction=["'](ltr|rtl)/.exec(opf)?.[1];
  const language = /<dc:language>([^<]+)/.exec(opf)?.[1] ?? "";
  const direction = declared ?? (/^(ar|he|fa|ur|yi)/.test(language) ? "rtl" : "ltr");
  const [onward, back] = direction === "rtl" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  const { spine } = scene.book;
  for (const item of spine.slice(1)) {
    if (!(await scene.reader.press(onward, "command.next")) || !(await scene.reader.frameOf(item)))
      return fail(`${onward} did not lead to page ${item.index + 1}`);
  }
  for (const item of [...spine].reverse().slice(1)) {
    if (!(await scene.reader.press(back, "command.previous")) || !(await scene.reader.frameOf(item)))
      return fail(`${back} did not lead back to page ${item.index + 1}`);
  }
  return pass(`pages go ${direction === "rtl" ? "from right to left" : "from left to right"}`);
}

async function judgeOrder(scene: Scene) {
  const { screens } = await readThrough(scene);
  const seen = screens.flatMap((screen) =>
    screen.flatMap((one) => scene.book.spine.find((item) => isOfItem(one.path, item))?.index ?? []),
  );
  const order = seen.filter((index, at) => index !== seen[at - 1]);
  const wanted = scene.book.spine.filter((item) => item.linear).map((item) => item.index);
  return verdict(
    order.join() === wanted.join(),
    "the pages come in the spine's order",
    `the pages came as ${order.join(" ")}, not ${wanted.join(" ")}`,
  );
}

async function judgeLinkToDuplicate(scene: Scene) {
  const frame = await firstFrame(scene);
  const [first, second] = scene.book.spine;
  if (!frame || !first || !second) return fail("the first page was not shown");
  await frame.locator("a").first().click();
  const hasCome = await scene.reader.until(async () => ((await scene.reader.frameOf(second)) ? true : null), 4000);
  if (!hasCome) return fail("the link leads nowhere");
  await scene.reader.settled();
  await scene.reader.previous();
  return verdict(
    (await scene.reader.frameOf(first)) !== null,
    "the link leads to the first of the three",
    "the link leads to a later one of the three",
  );
}

/** Each of the three must be a separate position in the book, distinguishable on the position slider. */
async function judgeDuplicates(scene: Scene) {
  const places: string[] = [];
  const place = () =>
    scene.reader.page.evaluate(() => {
      const sliders = Array.from(document.querySelectorAll<HTMLElement>('input[type="range"], [role="slider"]'));
      return sliders.map((one) => (one as HTMLInputElement).value ?? one.getAttribute("aria-valuenow")).join("/");
    });
  do places.push(await place());
  while (
    (await scene.reader.page.keyboard
      .press("PageDown")
      .then(() => scene.reader.until(async () => ((await place()) === places.at(-1) ? null : true), 1200))) &&
    places.length < 10
  );
  const wanted = scene.book.spine.length;
  return verdict(
    new Set(places).size === wanted,
    "each of the three has a place of its own",
    `${new Set(places).size} places for ${wanted} items`,
  );
}
