import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { bookId, offerBook } from "#tests/support/submissions-scene";
import { processBackend } from "~/composition/process-backend.server";
import { requireUser } from "~/session/guard.server";
import { placeIntents } from "./shelf-intents";

/** A book's page: what it says of accessibility, and its forms, as a teacher sends them for classes of their own and of others. */

let databases: Databases;
let pages: PageServer;
let teacher: Browser;
let foreignClass: string;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  await offerBook(databases.eu);
  pages = await pageServer();
  teacher = await signedInBrowser("https://se.localhost", "teacher.se");
  foreignClass = await uidOf(sql`
    insert into directory.groups (realm, organization_id, name, type)
    select 'se', organization_id, 'Utan läraren', 'class' from (${ownClasses}) own order by id limit 1 returning uid`);
  await databases.eu.execute(sql`
    insert into library.group_books (realm, group_id, group_uid, book_id)
    select realm, id, uid, ${bookId} from directory.groups where uid = ${foreignClass}`);
});

const ownClasses = sql`
  select g.id, g.uid, g.organization_id from directory.groups g join directory.memberships m on m.group_id = g.id
  join directory.users u on u.id = m.user_id where u.username = 'teacher.se' and u.realm = 'se'`;

async function uidOf(query: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await databases.eu.execute<{ uid: string }>(query);
  if (!rows[0]) throw new Error("there is no such class");
  return rows[0].uid;
}

const path = `/books/${bookId}`;
const send = (intent: string, group: string) => pages.post(teacher, path, { intent, group });
const hasBook = async (group: string) => {
  const { rows } = await databases.eu.execute(sql`
    select from library.group_books where group_uid = ${group} and book_id = ${bookId}`);
  return rows.length > 0;
};

describe("removing a book from a class on the book's page", () => {
  test("given a class that the teacher does not have, then the page answers 403 where the service says 404", async () => {
    const { credentials } = await requireUser(processBackend(), teacher.request(path));
    const input = { params: { id: foreignClass, bookId } };
    await expect(processBackend().clients.library.deleteGroupBook(input, credentials)).rejects.toMatchObject({
      status: 404,
    });
    expect((await send(placeIntents.take, foreignClass)).status).toBe(403);
    expect(await hasBook(foreignClass)).toBe(true);
  });

  test("given such a class, then adding a book keeps the service's 404", async () => {
    expect((await send(placeIntents.put, foreignClass)).status).toBe(404);
  });
});

describe("accessibility on a book's page", () => {
  const shelf = {
    ...{ authors: [], illustrators: [], narrators: [], categories: [], audioLanguages: [], videoLanguages: [] },
    ...{ language: "en", kind: "reflowable", progression: "ltr", ageFrom: null, ageTo: null, duration: null },
    ...{ blurb: null, hasCover: false },
  };
  const claim = (accessibility: object) =>
    databases.eu.execute(sql`
      update library.books set shelf = ${JSON.stringify({ ...shelf, accessibility })}::jsonb where id = ${bookId}`);
  const textOfPage = async (browser: Browser) => {
    const html = await (await pages.get(browser, path)).text();
    const [section = ""] = /<section aria-labelledby="accessibility"[\s\S]*?<\/section>/.exec(html) ?? [];
    return section.replace(/<[^>]+>/g, "|").replace(/\|+/g, "|");
  };
  const claims = {
    accessModes: ["textual", "auditory"],
    sufficientModes: ["textual"],
    features: ["displayTransformability", "synchronizedAudioText", "tableOfContents", "ttsMarkup"],
    hazards: ["flashing"],
    exemptions: ["eaa-microenterprise"],
    isFixedLayout: false,
    conformance: {
      ...{ epub: "1.1", wcag: "2.1", level: "AA", certifier: "Foo & Co", credential: "https://example.org/badge" },
      ...{ certifiedOn: "2021-09-07", report: "https://example.org/report" },
    },
    summary: "Everything is read.",
    summaries: {},
  };

  test("staff read the publisher's claims, with hazards outside the fold", async () => {
    await claim(claims);
    const text = await textOfPage(teacher);
    const order = [
      "Sätt att läsa|Text och layout kan anpassas|Kan läsas helt med skärmläsare eller i punktskrift|Inspelat ljud som följer texten",
      "Uppfyllda standarder|Uppfyller vedertagna standarder för tillgänglighet|Certifierad av Foo &amp; Co",
      "Uppges uppfylla EPUB Accessibility 1.1, WCAG 2.1, nivå AA|Certifierad 7 september 2021|Certifierarens rapport",
      "Navigering|Innehållsförteckning",
      "Risker|Blinkande innehåll",
      "Everything is read.",
      "Juridiskt|Anger undantag",
      "Uttalsstöd för talsyntes",
    ];
    expect(order.map((part) => text.indexOf(part))).toEqual(
      order.map((part) => text.indexOf(part)).sort((a, b) => a - b),
    );
    for (const part of order) expect(text).toContain(part);
  });

  test("a pupil reads what matters to a child, in plain words", async () => {
    await claim(claims);
    const text = await textOfPage(await signedInBrowser("https://se.localhost", "student.se"));
    expect(text).toBe(
      "|Så kan du läsa boken|Se upp: något blinkar i boken.|Du kan göra bokstäverna större.|Du kan lyssna och se var i texten du är.|Du kan läsa allt med skärmläsare eller i punktskrift.|",
    );
  });

  test("without claims staff read that there is no information, and pupils nothing", async () => {
    await claim({ features: [], summary: null });
    const text = await textOfPage(teacher);
    expect(text).toContain("Uppfyllda standarder|Ingen information finns");
    expect(text).toContain("Ingen information om huruvida text och layout kan anpassas");
    expect(text).not.toContain("Risker");
    expect(await textOfPage(await signedInBrowser("https://se.localhost", "student.se"))).toBe("");
  });
});
