import { beforeAll, expect, test } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { Browser, sessionScene } from "#tests/support/session-scene";

let pages: PageServer;
beforeAll(async () => {
  await sessionScene(["se"], {
    DATA_CONTROLLER_UK: "Example Books Ltd, privacy@books.example",
    OPERATOR_NAME_UK: "Example Books Ltd",
    OPERATOR_NAME_US: "Fabel Inc.",
    OPERATOR_ADDRESS_US: "100 Main Street",
    OPERATOR_EMAIL_US: "help@fabel.example",
    OPERATOR_PHONE_US: "+1 518 555 0100",
  });
  pages = await pageServer();
});

const textOf = async (realm: string, path: string) =>
  (await pages.get(new Browser(`https://${realm}.localhost:3000`), path)).text();

test("the privacy page names the realm's data controller if set, and otherwise the school as contact", async () => {
  expect(await textOf("uk", "/privacy")).toContain("Example Books Ltd, privacy@books.example is the data controller");
  const swedish = await textOf("se", "/privacy");
  expect(swedish).not.toContain("Example Books Ltd");
  expect(swedish).toContain("kan din skola berätta vem som är personuppgiftsansvarig");
});

test("the privacy page names the seller once all required facts are set", async () => {
  expect(await textOf("us", "/privacy")).toContain("Families buy their subscription from Fabel Inc., 100 Main Street");
  expect(await textOf("uk", "/privacy")).not.toContain("Families buy");
});

test.each([
  ["uk", "stored in the European Union, not in the United Kingdom"],
  ["us", "stored in the United States"],
  ["no", "gjelder også i Norge"],
  ["se", "lagras inom EU"],
])("the privacy page of %s states where data are stored", async (realm, place) => {
  expect(await textOf(realm, "/privacy")).toContain(place);
});

test("the French landing page has a different picture", async () => {
  const [french, swedish] = [await textOf("fr", "/"), await textOf("se", "/")];
  expect(french).toContain("un phare éclaire un voilier");
  expect(swedish).not.toContain("fyr över en segelbåt");
  const pictureOf = (html: string) => /<img[^>]*src="([^"]*hero[^"]*)"/.exec(html)?.[1];
  expect(pictureOf(french)).not.toBe(pictureOf(swedish));
});
