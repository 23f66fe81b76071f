import { expect, test } from "vitest";
import type { SpineItem } from "~/epub/book";
import { buildTimeline, emptyTimeline } from "~/reader/narration/timeline";
import { SignVideos } from "./sign-videos";

const page = { index: 1, href: "EPUB/text/door.xhtml" } as SpineItem;
const timeline = buildTimeline([
  {
    audio: {
      src: "",
      url: "EPUB/media/door.mp3",
      clipBegin: 0,
      clipEnd: 1,
      turnPageAt: null,
      baseMediaUrl: "EPUB/media/",
    },
    text: { srcFile: page.href, srcFragmentId: "s1" },
    types: [],
    escapable: null,
  },
]);

/** A narrator whose SMIL files are loaded from the given request on. */
function makeScene(comesAt: number) {
  const requested: Array<string | null> = [];
  let found = 0;
  const videos = new SignVideos(
    {
      timelineOf: async (_, language) => {
        requested.push(language);
        return requested.length >= comesAt ? timeline : emptyTimeline;
      },
      isMissing: () => requested.length < comesAt,
    },
    () => {
      found += 1;
    },
  );
  return { videos, requested, found: () => found };
}

test("given a page, then its video is in the media folder of the main language, and found is reported once", async () => {
  const { videos, requested, found } = makeScene(1);
  expect(videos.hrefOf(page, "takk")).toBeNull();
  await null;
  await null;
  expect(found()).toBe(1);
  expect(videos.hrefOf(page, "takk")).toBe("EPUB/media/pg_video/takk/door.mp4");
  expect(videos.hrefOf({ ...page, href: "META-INF/fabel/pages/1.xhtml", source: "EPUB/1.svg" }, "takk")).toBeNull();
  expect(requested[0]).toBeNull();
});

test("given a SMIL file that failed to load, then it is requested again", async () => {
  const { videos, requested, found } = makeScene(2);
  videos.hrefOf(page, "tsp");
  await null;
  await null;
  expect(found()).toBe(0);
  videos.hrefOf(page, "tsp");
  await null;
  await null;
  expect(requested).toHaveLength(2);
  expect(videos.hrefOf(page, "tsp")).toBe("EPUB/media/pg_video/tsp/door.mp4");
});

test("given a page without sound, then it has no video and is not requested again", async () => {
  let requested = 0;
  const videos = new SignVideos(
    {
      timelineOf: async () => {
        requested += 1;
        return emptyTimeline;
      },
      isMissing: () => false,
    },
    () => undefined,
  );
  for (let time = 0; time < 3; time += 1) {
    expect(videos.hrefOf(page, "takk")).toBeNull();
    await null;
    await null;
  }
  expect(requested).toBe(1);
});
