import { createHash, randomBytes } from "node:crypto";
import { type APIRequestContext, expect } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { remoteBookPolicy } from "#tests/support/book-back-end";
import { test } from "#tests/support/browser-test";
import { narratedBook } from "#tests/support/narrated-book";
import { openReader, shownFrame, signIn } from "#tests/support/open-reader";

/** Access to books by links; recovery from refused content. docs/product/reader.md#access, #errors; docs/product/choices.md#player-link. */

const chapters = [["The rope was coiled."], ["The boat was loose."], ["The lake was wide."]];

/** An ID token, obtained like another first-party service does: authorization code with PKCE. */
async function idToken(request: APIRequestContext, origin: string, username: string): Promise<string> {
  const verifier = randomBytes(32).toString("base64url");
  const callback = `${origin}/login/callback`;
  const query = new URLSearchParams({
    ...{ response_type: "code", client_id: "fabel-web", redirect_uri: callback, scope: "openid profile" },
    ...{ state: randomBytes(16).toString("base64url"), nonce: randomBytes(16).toString("base64url") },
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const proved = await request.post(`${origin}/services/auth/v1/authorize?${query}`, {
    form: { username, password: "demo-Passw0rd" },
    maxRedirects: 0,
  });
  expect(proved.status(), proved.url()).toBe(302);
  const code = new URL(proved.headers().location ?? "").searchParams.get("code") ?? "";
  const token = await request.post(`${origin}/services/auth/v2/token`, {
    form: {
      ...{ grant_type: "authorization_code", client_id: "fabel-web", redirect_uri: callback },
      ...{ code, code_verifier: verifier },
    },
  });
  return ((await token.json()) as { id_token: string }).id_token;
}

test("given a player link, then its user replaces the logged-in one and reads at an address without the token", async ({
  page,
  request,
}) => {
  const bookId = await addBookToProduct(await narratedBook({ chapters, title: "By a link" }));
  await signIn(page, "teacher.se");
  const { origin } = new URL(process.env.FABEL_URL ?? "");
  const token = await idToken(request, origin, "student.se");
  const reply = page.waitForResponse((response) => response.url().includes("/bookshelf/play/id/"));
  await page.goto(`/bookshelf/play/id/${bookId}?id_token=${token}&origin=polylino`);
  expect((await reply).status()).toBe(303);
  await expect(page).toHaveURL(`/reader/${bookId}?origin=polylino`);
  await expect(shownFrame(page, "EPUB/c1.xhtml").getByText("The rope was coiled.")).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByText("student.se", { exact: true })).toBeVisible();
  // The same user may reuse the link; without a session, a used link requires log-in, which leads to the book.
  await page.goto(`/bookshelf/play/id/${bookId}?id_token=${token}`);
  await expect(page).toHaveURL(`/reader/${bookId}`);
  await page.context().clearCookies();
  await page.goto(`/bookshelf/play/id/${bookId}?id_token=${token}`);
  await expect(page.getByText("Länken till boken har redan använts")).toBeVisible();
  await page.locator("input[name=username]").fill("student.se");
  await page.locator("input[name=password]").fill("demo-Passw0rd");
  await page.locator("input[name=password]").press("Enter");
  await expect(page).toHaveURL(`/reader/${bookId}`);
});

test("given content that is refused twice, then the banner leads through log-in back to the same page", async ({
  page,
}) => {
  const four = [...chapters, ["The shore was near."]];
  const bookId = await addBookToProduct(await narratedBook({ chapters: four, title: "Refused twice" }));
  await signIn(page, "guardian.se");
  await openReader(page, bookId);
  // The next chapter is preloaded.
  await expect(page.locator(".book-spread[data-ready] iframe[data-href='EPUB/c2.xhtml']")).toHaveCount(1);
  const refusal = { status: 403, contentType: "application/json", body: '{"error":"forbidden"}' };
  await page.route(/\/c[34]\.xhtml/, (route) => route.fulfill(refusal));
  const policies: number[] = [];
  page.on("response", (response) => /\/policy(\?|$)/.test(response.url()) && policies.push(response.status()));
  const saved = page.waitForResponse((response) => response.url().endsWith(`/reader/${bookId}/lastmark`));
  await page.keyboard.press("ArrowRight");
  await expect(shownFrame(page, "EPUB/c2.xhtml").getByText("The boat was loose.")).toBeVisible();
  await saved;
  await page.keyboard.press("ArrowRight");
  const banner = page.getByRole("alert").filter({ hasText: "Du har blivit utloggad." });
  await expect(banner).toBeVisible();
  expect(policies).toContain(200);
  // A new layout, here for dark mode, keeps the message.
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("[data-reader]")).toHaveCSS("color-scheme", "dark");
  await expect(banner.getByRole("button", { name: "Tillbaka till böckerna" })).toBeVisible();
  await page.unrouteAll();
  await banner.getByRole("link", { name: "Logga in igen" }).click();
  await page.locator("input[name=username]").fill("guardian.se");
  await page.locator("input[name=password]").fill("demo-Passw0rd");
  await page.locator("input[name=password]").press("Enter");
  await expect(page).toHaveURL(`/reader/${bookId}`);
  await expect(shownFrame(page, "EPUB/c3.xhtml").getByText("The lake was wide.")).toBeVisible();
});

test("given a signed address at the remote back end, then its book is shown, and another host is refused", async ({
  page,
}) => {
  await signIn(page);
  // Other systems do not encode the address, so its signature becomes part of the page's query.
  await page.goto(`/reader/far-book?fileUrl=${process.env.FABEL_BOOKS}/far-book/?${remoteBookPolicy}`);
  const words = shownFrame(page, "EPUB/one.xhtml").getByText("Once upon a time.");
  await expect(words).toBeVisible();
  await expect(words).toHaveCSS("text-transform", "uppercase");
  await page.keyboard.press("ArrowRight");
  await expect(shownFrame(page, "EPUB/two.xhtml").getByText("They lived happily.")).toBeVisible();
  await page.goto(`/reader/far-book?fileUrl=${encodeURIComponent("https://elsewhere.example/far-book/?Policy=p")}`);
  await expect(page.getByRole("alert").filter({ hasText: "Boken kunde inte öppnas." })).toBeVisible();
});
