import type { Frame } from "@playwright/test";
import { expectationOf } from "./expectations";
import { fail, firstFrame, frameAt, type Judge, type Judges, pass, readThrough, verdict } from "./judge";
import { textIn } from "./test-book";

/** EPUB 3.3, content documents and publication resources: images, audio, fonts, styles. */
export const contentJudges: Judges = [
  [/^cnt-css-fonts|^ocf-font_obfuscation|^pub-cmt-(otf|ttf|woff)/, judgeFonts],
  [/^cnt-mathml/, judgeMathml],
  [/^cnt-svg-css-reference/, judgeReferencedDrawing],
  [/^cnt-svg-embedded/, judgeDrawing],
  [/^css-epub-/, judgePrefixedStyles],
  [/^pub-cmt-(mp3|opus|aac|m4a|mp4|ogg)|^pub-.*audio/, judgeSound],
  [/^pub-cmt-(vp8|webm|h264|video)|^pub-.*video/, judgeVideo],
  [/^pub-cmt-|^pub-data-urls|^pub-foreign_image|^ocf-url_link|^pub-foreign_(bindings|picture)/, judgePictures],
];

async function judgeFonts(scene: Parameters<Judge>[0]) {
  const frame = await firstFrame(scene);
  const faces = await frame?.evaluate(async () => {
    await document.fonts.ready;
    const used = new Set(
      Array.from(document.querySelectorAll("body *")).map((element) =>
        (getComputedStyle(element).fontFamily.split(",")[0] ?? "").replace(/["']/g, ""),
      ),
    );
    return Array.from(document.fonts).map((face) => ({
      family: face.family.replace(/["']/g, ""),
      status: face.status,
      isUsed: used.has(face.family.replace(/["']/g, "")),
    }));
  });
  const used = faces?.filter((face) => face.isUsed) ?? [];
  if (used.length === 0) return fail(`no text is set in a font of the book (${JSON.stringify(faces)})`);
  if (expectationOf(scene.book).font === "stays out") {
    const loaded = used.find((face) => face.status === "loaded");
    return verdict(
      !loaded,
      `the font ${used[0]?.family} stays out, as it must`,
      `the font ${loaded?.family} is loaded, and must not be`,
    );
  }
  const missing = used.filter((face) => face.status !== "loaded");
  return verdict(
    missing.length === 0,
    `the font ${used[0]?.family} is loaded and used`,
    `the font ${missing[0]?.family} is ${missing[0]?.status}`,
  );
}

async function judgeMathml(scene: Parameters<Judge>[0]) {
  const frame = await firstFrame(scene);
  const raised = await frame?.evaluate(() => {
    const power = document.querySelector("msup");
    const [base, exponent] = Array.from(power?.children ?? []).map((child) => child.getBoundingClientRect());
    return base && exponent ? base.bottom - exponent.bottom : 0;
  });
  return verdict((raised ?? 0) > 1, "the exponent stands above its base", "the exponent is not raised");
}

async function judgeReferencedDrawing(scene: Parameters<Judge>[0]) {
  const frame = await firstFrame(scene);
  const box = await frame?.locator("img, object, embed").first().boundingBox();
  if (!box) return fail("no picture is shown");
  const colours = await scene.colours(box);
  return verdict(
    colours.green > 0.1,
    "the picture is solid green",
    `the picture is not green: ${JSON.stringify(colours)}`,
  );
}

async function judgeDrawing(scene: Parameters<Judge>[0]) {
  const frame = await firstFrame(scene);
  const box = await frame?.locator("svg").first().boundingBox();
  if (!box || box.width < 2 || box.height < 2) return fail("the drawing takes no room");
  const colours = await scene.colours(box);
  return verdict(colours.white < 0.995, "the drawing is painted", "the drawing's place is blank");
}

/** Every image of the spine's documents must be loaded; a broken one has no size. */
async function judgePictures(scene: Parameters<Judge>[0]) {
  const frame = await firstFrame(scene);
  const pictures = await frame?.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLImageElement>("img")).map((image) => ({
      source: image.getAttribute("src")?.slice(0, 60),
      width: image.naturalWidth,
      shown: image.getBoundingClientRect().width,
    })),
  );
  if (!pictures || pictures.length === 0) return fail("the document has no picture");
  const missing = pictures.filter((picture) => picture.width === 0 || picture.shown === 0);
  return verdict(missing.length === 0, "the picture is shown", `the picture ${missing[0]?.source} did not come`);
}

async function judgeSound(scene: Parameters<Judge>[0]) {
  return judgeMedia(await firstFrame(scene), "audio");
}

async function judgeVideo(scene: Parameters<Judge>[0]) {
  return judgeMedia(await firstFrame(scene), "video");
}

async function judgeMedia(frame: Frame | null, kind: "audio" | "video") {
  const state = await frame?.evaluate(async (name) => {
    const media = document.querySelector<HTMLMediaElement>(name);
    if (!media) return { time: 0, error: `there is no ${name} element`, hasControls: false };
    media.muted = true;
    await media.play().catch(() => undefined);
    const end = Date.now() + 4000;
    while (media.currentTime === 0 && !media.error && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const { currentTime: time, error } = media;
    media.pause();
    const { width, height } = media.getBoundingClientRect();
    return { time, error: error?.message ?? "", hasControls: media.controls && width > 0 && height > 0 };
  }, kind);
  if (!state || state.time === 0) return fail(`the ${kind} does not play: ${state?.error}`);
  return verdict(
    state.hasControls,
    `the ${kind} plays and has controls`,
    `the ${kind} plays, but nothing to start it is seen`,
  );
}

/** The computed style must match each `-epub-` property of the book's styles. EPUB 3.3, CSS style sheets, prefixed. */
async function judgePrefixedStyles(scene: Parameters<Judge>[0]) {
  const { book } = scene;
  const wanted: Array<{ href: string; selector: string; property: string; value: string }> = [];
  for (const item of book.spine) {
    const text = textIn(book, item.href);
    for (const [, selector = "", body = ""] of text.matchAll(/([^{}<>]+)\{([^{}]*-epub-[^{}]*)\}/g)) {
      for (const rule of rulesIn(body)) wanted.push({ href: item.href, selector: selector.trim(), ...rule });
    }
    let index = 0;
    for (const [, style = ""] of text.matchAll(/<\w[^>]*?\sstyle="([^"]*)"/g)) {
      for (const rule of rulesIn(style)) wanted.push({ href: item.href, selector: `@${index}`, ...rule });
      index += 1;
    }
  }
  if (wanted.length === 0) return fail("the book has no prefixed style");
  for (const one of wanted) {
    const frame = await frameAt(
      scene,
      book.spine.find((item) => item.href === one.href),
    );
    const got = await frame?.evaluate(({ selector, property }) => {
      const at = /^@(\d+)$/.exec(selector);
      const element = at
        ? document.querySelectorAll("[style]:not(html)")[Number(at[1])]
        : document.querySelector(selector);
      return element ? getComputedStyle(element).getPropertyValue(property) : "no such element";
    }, one);
    if (got === "no such element") continue;
    if (!isSameValue(one.value, got ?? "")) return fail(`-epub-${one.property}: ${one.value} comes out as "${got}"`);
  }
  return pass(`all ${wanted.length} prefixed styles have their effect`);
}

function rulesIn(style: string): Array<{ property: string; value: string }> {
  return [...style.matchAll(/-epub-([a-z-]+)\s*:\s*([^;]+)/g)].map(([, property = "", value = ""]) => ({
    property,
    value: value
      .replace(/!important/, "")
      .trim()
      .replace(/^-epub-fullwidth$/, "full-width"),
  }));
}

function isSameValue(wanted: string, got: string): boolean {
  const words = (text: string) =>
    text
      .toLowerCase()
      .replace(/['"]/g, "")
      .replace("blue", "rgb(0, 0, 255)")
      .split(/\s+/)
      .filter((word) => word !== "filled" && word !== "right")
      .sort()
      .join(" ");
  return words(wanted) === words(got);
}

/** Judges a page by its own text about what must be visible: text, images, audio. */
export const judgeByStatement: Judge = async (scene) => {
  const { text } = await readThrough(scene, 6);
  if (
    /Test passes if (you see this|the EPUB opens|this (page|text))|passes if this page of the book can be accessed/i.test(
      text,
    )
  ) {
    return pass("the words that must be seen are seen");
  }
  if (/Test passes if (you can see|the) (an |the )?(image|photo|picture)/i.test(text)) return judgePictures(scene);
  if (/Test passes if you can hear/i.test(text)) return judgeSound(scene);
  if (/\bTest passes\.|\btest passes\.$/i.test(text) && !/Test fails/i.test(text))
    return pass("the page itself says that the test passes");
  return { result: "look", reason: `see ${await scene.picture()}` };
};
