import { beforeAll, expect, test } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { codePictures, pictureCodeLength } from "~/services/contracts/picture-code";

/** Sign-in with pictures on the page, without script. */

const origin = "https://se.localhost:3000";
let pages: PageServer;

beforeAll(async () => {
  await sessionScene(["se"]);
  pages = await pageServer();
});

/** Submits the form; returns the status, and the values of its fields on the page. */
async function submit(form: Record<string, string>) {
  const response = await pages.post(new Browser(origin), "/login/pictures", form);
  const html = await response.text();
  const fieldOf = (name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
  const textIn = (name: string) => /value="([^"]*)"/.exec(fieldOf(name))?.[1] ?? "";
  return { status: response.status, username: textIn("username"), pictures: textIn("pictures") };
}

const [first = "", second = ""] = codePictures;
const username = "student.se";

test.each([
  ["pressed, then it is added to the selection", { pictures: first, pick: second }, `${first}-${second}`],
  ["taken back, then the last one is gone", { pictures: `${first}-${second}`, pick: "" }, first],
  ["that is none, then the last one is gone", { pictures: first, pick: "no-picture" }, ""],
  [
    "pressed after unknown ones, then only known ones are selected",
    { pictures: `x-${first}`, pick: second },
    `${first}-${second}`,
  ],
])("given a picture %s, and the username stays", async (_what, form, pictures) => {
  expect(await submit({ username, ...form })).toEqual({ status: 200, username, pictures });
});

test("given a wrong code, then the page is 401 with the username and without the pictures", async () => {
  const pictures = Array.from({ length: pictureCodeLength }, () => first).join("-");
  expect(await submit({ username, pictures })).toEqual({ status: 401, username, pictures: "" });
});

test("given no username, then the page is 400", async () => {
  expect(await submit({ username: "", pictures: first })).toEqual({ status: 400, username: "", pictures: "" });
});
