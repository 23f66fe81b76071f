import { fail, frameAt, type Judge, type Judges, pass, readThrough, type Scene, verdict } from "./judge";
import type { VisibleDocument } from "./look-at-page";
import { isOfItem } from "./reader-page";
import { type TestItem, textIn } from "./test-book";

/** EPUB 3.3, layout rendering control: fixed pages, spreads, flow. */
export const layoutJudges: Judges = [
  [/^lay-page-layout-both-spread/, judgeFlowingPageOnItsSide],
  [/^lay-(pkg|spine)-flow-paginated/, judgePaginated],
  [/^lay-(pkg|spine)-flow-scrolled|^scr-support_scrolled-doc/, judgeScrolled],
  [/^lay-pp-layout-duplication/, judgeOrder],
  [/^lay-pp-layout-pre-paginated/, judgeOrder],
  [/^lay-pp-(rendition-)?page-spread-(left|right|center)/, judgePageSide],
  [/^lay-pp-spine-overrides/, judgeOverrides],
  [/^lay-pp-spread-none/, judgeSinglePages],
  [/^lay-pp-xhtml-icb_multi/, judgeClippedOnFirstOnly],
  [/^lay-pp-(xhtml|svg)-icb/, judgeClipped],
  [/^lay-reflow-align-x-center/, judgeCentred],
  [/^lay-viewport-meta-prop/, judgeSameSizes],
];

/** The spine items on a screen, from left to right. */
function itemsOn(scene: Scene, screen: VisibleDocument[]): TestItem[] {
  return screen.flatMap((one) => scene.book.spine.find((item) => isOfItem(one.path, item)) ?? []);
}

function isFixed(scene: Scene, item: TestItem): boolean {
  if (item.spineProperties.includes("rendition:layout-pre-paginated")) return true;
  if (item.spineProperties.includes("rendition:layout-reflowable")) return false;
  return scene.book.meta.get("rendition:layout") === "pre-paginated";
}

async function judgeOrder(scene: Parameters<Judge>[0]) {
  const { screens } = await readThrough(scene);
  const isRightToLeft = textIn(scene.book, "META-INF/container.xml") === "" ? false : isRtl(scene);
  const seen = screens.flatMap((screen) => {
    const items = itemsOn(scene, screen);
    return isRightToLeft ? items.reverse() : items;
  });
  const order = seen.map((item) => item.index).join(" ");
  const wanted = scene.book.spine
    .filter((item) => item.linear)
    .map((item) => item.index)
    .join(" ");
  return verdict(
    order === wanted,
    "one page an item, in the spine's order",
    `the pages came as ${order}, not ${wanted}`,
  );
}

function isRtl(scene: Scene): boolean {
  return [...scene.book.files].some(
    ([name, content]) => name.endsWith(".opf") && /page-progression-direction=["']rtl/.test(content.toString()),
  );
}

async function judgePageSide(scene: Parameters<Judge>[0]) {
  const placed = scene.book.spine.filter((item) =>
    item.spineProperties.some((name) => /page-spread-(left|right|center)$/.test(name)),
  );
  for (const item of placed) {
    const side = item.spineProperties.join(" ").match(/page-spread-(left|right|center)/)?.[1];
    if (!(await scene.reader.goTo(item))) return fail(`page ${item.index + 1} was not reached`);
    const shown = (await scene.reader.shown()).find((one) => isOfItem(one.path, item));
    const middle = shown ? shown.box.x + shown.box.width / 2 : 720;
    const stands = Math.abs(middle - 720) < 10 ? "center" : middle < 720 ? "left" : "right";
    if (stands !== side) return fail(`page ${item.index + 1} stands ${stands}, not ${side}`);
  }
  return pass(`${placed.length} page(s) stand where the spine puts them`);
}

async function judgeFlowingPageOnItsSide(scene: Parameters<Judge>[0]) {
  const { spine } = scene.book;
  const second = spine[1];
  if (!second || !(await scene.reader.goTo(second))) return fail("page 2 was not reached");
  const frame = await scene.reader.frameOf(second);
  const shown = (await scene.reader.shown()).find((one) => isOfItem(one.path, second));
  const left = await frame?.evaluate(() => document.querySelector("p, h1, h2")?.getClientRects()[0]?.left ?? -1);
  if (!shown || left === undefined || left < 0 || shown.box.x + left > 720)
    return fail("page 2 does not begin on the left side");
  const screens = [await scene.reader.shown()];
  while (!screens.at(-1)?.some((one) => spine[2] && isOfItem(one.path, spine[2])) && (await scene.reader.next()))
    screens.push(await scene.reader.shown());
  const isBlank = screens.some((screen) => screen.every((one) => one.text === "" && one.pictures === 0));
  if (isBlank) return fail("a blank page stands before page 3");
  const last = spine[4];
  if (last && (await scene.reader.goTo(last))) {
    const box = (await scene.reader.shown()).find((one) => isOfItem(one.path, last))?.box;
    if (!box || box.x + box.width / 2 > 720) return fail("page 5 is not on the left side");
  }
  return pass("page 2 begins on the left, page 3 follows at once, page 5 stands on the left");
}

async function judgeSinglePages(scene: Parameters<Judge>[0]) {
  const { screens } = await readThrough(scene);
  const double = screens.find((screen) => itemsOn(scene, screen).length !== 1);
  return verdict(
    !double && screens.length === scene.book.spine.length,
    "each page stands alone",
    "pages stand side by side",
  );
}

/** A fixed page has the shape of its viewport and is one page; a reflowable document fills the window and has several. */
async function judgeOverrides(scene: Parameters<Judge>[0]) {
  const { screens } = await readThrough(scene);
  for (const item of scene.book.spine) {
    const of = screens.flat().filter((one) => isOfItem(one.path, item));
    const [first] = of;
    if (!first) return fail(`item ${item.index + 1} was never shown`);
    if (first.text === "" && first.pictures === 0) return fail(`item ${item.index + 1} is blank`);
    if (isFixed(scene, item)) {
      if (of.length !== 1) return fail(`the fixed page ${item.index + 1} took ${of.length} turns`);
      const size = viewportOf(scene, item);
      if (size && Math.abs(first.box.width / first.box.height - size.width / size.height) > 0.02) {
        return fail(`the fixed page ${item.index + 1} has another shape than its viewport`);
      }
    } else if (of.length < 2 && first.scroll.height <= first.own.height) {
      return fail(`the flowing document ${item.index + 1} was shown as one page`);
    }
  }
  return pass("flowing documents flow, fixed pages keep their shape");
}

function viewportOf(scene: Scene, item: TestItem): { width: number; height: number } | null {
  const content = textIn(scene.book, item.href);
  const match = /width=(\d+)\s*,\s*height=(\d+)/.exec(content);
  return match ? { width: Number(match[1]), height: Number(match[2]) } : null;
}

async function redOn(scene: Scene, item: TestItem | undefined): Promise<number | null> {
  if (!item || !(await scene.reader.goTo(item))) return null;
  const shown = (await scene.reader.shown()).find((one) => isOfItem(one.path, item));
  return shown ? (await scene.colours({ x: 0, y: 0, width: 1440, height: 900 })).red : null;
}

async function judgeClipped(scene: Parameters<Judge>[0]) {
  const wanted = scene.book.spine.filter((item) => /grid pattern/.test(textIn(scene.book, item.href)));
  for (const item of wanted) {
    const red = await redOn(scene, item);
    if (red === null) return fail(`page ${item.index + 1} was not reached`);
    if (red > 0.002)
      return fail(`what lies outside page ${item.index + 1} shows: ${(red * 100).toFixed(1)}% of the window is red`);
  }
  return pass("nothing outside the page's own size is seen");
}

async function judgeClippedOnFirstOnly(scene: Parameters<Judge>[0]) {
  const [one, two] = scene.book.spine;
  if (!one || !two || !(await scene.reader.goTo(one))) return fail("the first page was not reached");
  const redIn = async (item: TestItem) => {
    const box = (await scene.reader.shown()).find((shown) => isOfItem(shown.path, item))?.box;
    return box ? (await scene.colours(box)).red : null;
  };
  const first = await redIn(one);
  if (first === null || first > 0.002) return fail("red shows on the first page");
  await scene.reader.goTo(two);
  const second = await redIn(two);
  return verdict(
    (second ?? 0) > 0.01,
    "each page is cut off at its own size",
    "the second page's red band is not seen",
  );
}

async function judgeCentred(scene: Parameters<Judge>[0]) {
  const item = scene.book.spine.find((one) => one.spineProperties.includes("rendition:align-x-center"));
  const frame = await frameAt(scene, item);
  const shown = item && (await scene.reader.shown()).find((one) => isOfItem(one.path, item));
  const middle = await frame?.evaluate(() => {
    const boxes = Array.from(document.body.querySelectorAll("h1, h2, p, img")).flatMap((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return Array.from(range.getClientRects());
    });
    return (Math.min(...boxes.map((box) => box.left)) + Math.max(...boxes.map((box) => box.right))) / 2;
  });
  if (!shown || middle === undefined) return fail("the centred page was not reached");
  const off = Math.abs(shown.box.x + middle - 720);
  return verdict(off < 30, "the page stands in the middle", `the page stands ${Math.round(off)} px beside the middle`);
}

async function judgeSameSizes(scene: Parameters<Judge>[0]) {
  const { screens } = await readThrough(scene);
  const sizes = new Set(screens.flat().map(({ box }) => `${Math.round(box.width)}x${Math.round(box.height)}`));
  return verdict(
    sizes.size === 1,
    `all pages are ${[...sizes][0]} px`,
    `pages have other sizes: ${[...sizes].join(", ")}`,
  );
}

async function judgePaginated(scene: Parameters<Judge>[0]) {
  const { screens } = await readThrough(scene);
  const scrolls = screens.flat().some((one) => one.scroll.height > one.own.height + 4);
  const chapters = scene.book.spine.slice(1);
  const flat = chapters.find(
    (item) => screens.filter((screen) => screen.some((one) => isOfItem(one.path, item))).length < 2,
  );
  if (scrolls) return fail("a chapter scrolls down");
  return verdict(!flat, "the chapters are cut into pages", `item ${(flat?.index ?? 0) + 1} is a single page`);
}

async function judgeScrolled(scene: Parameters<Judge>[0]) {
  const [first, second] = scene.book.spine;
  if (!first || !second) return fail("the book has one document");
  const touch = await scene.withTouch();
  if (!(await touch.goToBySwipe(first, second)))
    return fail("a swipe from the first document did not lead to the second");
  const shown = (await touch.shown()).find((one) => isOfItem(one.path, second));
  if (!shown || shown.scroll.height <= shown.own.height + 4) return fail("the chapter can't be scrolled down");
  const canScroll = await (await touch.frameOf(second))?.evaluate(() => {
    const root = document.scrollingElement ?? document.documentElement;
    root.scrollTop = 200;
    const has = root.scrollTop > 100 && getComputedStyle(root).overflowY !== "hidden";
    root.scrollTop = 0;
    return has;
  });
  if (!canScroll) return fail("the chapter does not scroll");
  const third = scene.book.spine[2];
  if (third && !(await touch.goToBySwipe(second, third)))
    return fail("a swipe within the chapter did not lead to the next one");
  return pass("chapters scroll, and a swipe leads from one to the next");
}
