import { fail, frameAt, type Judges, pass, type Scene, verdict } from "./judge";

/** EPUB 3.3, navigation documents and structural semantics. */
export const navigationJudges: Judges = [
  [/^nav-spine_in-spine-hidden/, judgeHiddenEntry],
  [/^nav-spine_in-spine-no-list-style/, judgeListStyle],
  [/^nav-/, judgeEntries],
  [/^pss-support/, judgeFootnote],
];

/** The contents must list every entry, and the last one must lead to its document. */
async function judgeEntries(scene: Scene) {
  const labels = scene.book.contents.map((entry) => entry.label);
  if (labels.length === 0) return fail("the book has no contents");
  await scene.reader.openContents();
  const found = await scene.reader.contentsEntries(labels);
  const missing = labels.find((label) => !found.includes(label));
  if (missing !== undefined) return fail(`the contents do not offer "${missing}"`);
  await scene.reader.page.keyboard.press("Escape");
  const last = scene.book.contents.findLast((entry) => scene.book.spine.some((item) => item.href === entry.href));
  const item = scene.book.spine.find((one) => one.href === last?.href);
  if (item && !(await scene.reader.goToByLink(item))) return fail(`"${last?.label}" does not lead to its document`);
  return pass(`the contents offer ${labels.length} link(s), and they lead there`);
}

async function judgeHiddenEntry(scene: Scene) {
  const offered = await judgeEntries(scene);
  if (offered.result !== "pass") return offered;
  const item = scene.book.spine.find((one) => one.properties.includes("nav"));
  while (await scene.reader.previous());
  const frame = await frameAt(scene, item);
  const seen = await frame?.evaluate(
    () => Array.from(document.querySelectorAll("nav a")).filter((link) => link.checkVisibility()).length,
  );
  return verdict(
    seen === 1,
    "the contents offer both, the document in the spine shows one",
    `the document in the spine shows ${seen}`,
  );
}

async function judgeListStyle(scene: Scene) {
  const offered = await judgeEntries(scene);
  if (offered.result !== "pass") return offered;
  await scene.reader.openContents();
  const label = scene.book.contents[0]?.label ?? "";
  const entry = scene.reader.page
    .locator("a:visible, button:visible, [role=treeitem]:visible")
    .filter({ hasText: label })
    .first();
  const style = await entry.evaluate((element) => {
    const item = element.closest("li");
    return item ? getComputedStyle(item).listStyleType : "none";
  });
  return verdict(style === "none", "the contents bear no numbers", `the contents are numbered (${style})`);
}

/** A note must open over the page instead of navigating away. */
async function judgeFootnote(scene: Scene) {
  const item = scene.book.spine[0];
  const frame = await frameAt(scene, item);
  const link = frame?.locator("a").filter({ visible: true }).first();
  const note = await frame?.evaluate(() => {
    const id = document.querySelector("a")?.getAttribute("href")?.split("#")[1] ?? "";
    return document.getElementById(id)?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  });
  if (!link || !note) return fail("the note was not found");
  await link.click();
  const popup = scene.reader.page
    .locator('[role="dialog"], dialog, [role="note"], [popover]')
    .filter({ hasText: note })
    .filter({ visible: true });
  const hasCome = await popup
    .first()
    .waitFor({ state: "visible", timeout: 3000 })
    .then(
      () => true,
      () => false,
    );
  return verdict(hasCome, "the note opens above the page", "no note opens above the page");
}
