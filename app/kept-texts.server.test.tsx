import { createRequestHandler } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { describe, expect, it } from "vitest";
import { GroupsList } from "./control-panel/groups/groups-list";
import { chosenColumns, listDefinitions, readList } from "./control-panel/lists/list-definitions";
import { Manage } from "./control-panel/manage/manage";
import { OrganizationsList } from "./control-panel/organizations/organizations-list";
import { PanelLayout } from "./control-panel/panel-layout";
import { listKinds } from "./control-panel/people/kinds";
import { PeopleList } from "./control-panel/people/people-list";
import type { PersonRow } from "./control-panel/people/people-list.server";
import { i18nOf } from "./i18n.server";
import { createKeptTexts, type KeptTexts } from "./kept-texts.server";
import { PageRoutesContext, PageScripts } from "./page-scripts";
import type { Locale } from "./realms/realm";
import type { KeptListName } from "./services/contracts/kept-lists";
import { type ShellData, shellUserOf } from "./shell/shell-data";
import { kept } from "./ui/kept";

type Visit = { address: string; page: JSX.Element; locale?: Locale; name?: string };

/** A page as the framework writes it, below the panel's bars and with its scripts. */
async function written(
  { address, page, locale = "sv", name = "Åsa" }: Visit,
  texts: KeptTexts | null,
): Promise<string> {
  const user = {
    isEmployee: true,
    isStudent: false,
    isGuardian: false,
    isSuperUser: true,
    isConsumer: false,
    actor: null,
  };
  const shell: ShellData = {
    ...{ realm: "se", brand: "fabel", locale, theme: "dark", adminUrl: null, notice: null, doneId: null },
    user: shellUserOf({ name, ...user }),
  };
  const root = {
    id: "root",
    path: "*",
    module: {
      loader: () => shell,
      default: () => (
        <>
          <PanelLayout pagesShown={["students", "groups"]} />
          {page}
          <PageScripts nonce={`"${address}`} />
        </>
      ),
    },
  };
  const whole = (context: never, url: string) => (
    <I18nextProvider i18n={i18nOf(locale)}>
      <PageRoutesContext.Provider value="root">
        <RemixServer context={context} url={url} />
      </PageRoutesContext.Provider>
    </I18nextProvider>
  );
  const entry = {
    default: (request: Request, _status: number, _headers: Headers, context: never) => {
      const write = () => renderToString(whole(context, request.url));
      return new Response(texts ? texts.writing(locale, write) : write());
    },
  };
  const assets = {
    entry: { imports: [], module: "" },
    routes: { root: { ...root, module: "" } },
    url: "",
    version: "",
  };
  const future = { v3_singleFetch: true, v3_lazyRouteDiscovery: true };
  const build = { mode: "test", entry: { module: entry }, routes: { root }, assets, future, publicPath: "/" };
  const answer = await createRequestHandler(build as never, "production")(new Request(`http://se.localhost${address}`));
  return answer.text();
}

function listed<Row>(list: KeptListName, query: string, rows: Row[]) {
  const state = readList(list, new URLSearchParams(query));
  const columns = chosenColumns(listDefinitions[list], state, undefined);
  const views = [{ id: "1", name: "Mina <3", query: "sortBy=name" }];
  const pages = { total: 1000, hasMore: true, hasNext: true, nextCursor: "W10" };
  return {
    ...{ state, failed: null, choices: { list, columns, isChosen: false, views }, list: { rows, ...pages } },
    organization: { id: "11a68cb0", name: 'Skolan "Näckrosen" & Co', mayAdd: true },
    organizations: {
      few: [
        { id: "11a68cb0", name: "Näckrosen" },
        { id: "2", name: "<Två>" },
      ],
      areMany: false,
    },
  };
}

function person(number: number, more: Partial<PersonRow> = {}): PersonRow {
  const plain = { type: "students", status: "active", isShared: false, isAdmin: false } as const;
  const texts = {
    name: `Ö "${number}" <b>&'`,
    username: `ö.${number}`,
    email: null,
    groups: "1A, 1B",
    organizations: "S",
  };
  return { id: `p${number}`, ...plain, ...texts, ...more };
}

const somePeople = (from: number) => [
  person(from),
  person(from + 1, { username: null, groups: "" }),
  person(from + 2, { isAdmin: true, status: "inactive", organizations: `T${from}` }),
  person(from + 3, { email: "a@b.se" }),
];

const group = (number: number) => ({
  id: `g${number}`,
  name: `<${number}A>`,
  students: number,
  year: null,
  organization: "S",
});
const unit = (number: number) => ({
  ...{ id: `o${number}`, name: `Skola ${number}`, type: "School" as const, status: "active", parent: "", city: "Å" },
});

/** Each list's page by the page's number and further questions of its address. */
const screens: Record<string, (page: number, query: string) => Visit> = {
  ...Object.fromEntries(
    listKinds.map((kind) => [
      kind,
      (page: number, more: string) => {
        const query = `page=${page}&${more}`;
        const data = listed(kind, query, somePeople(page * 10));
        return { address: `/controlpanel/${kind}?${query}`, page: <PeopleList kind={kind} {...data} /> };
      },
    ]),
  ),
  groups: (page, more) => {
    const query = `page=${page}&${more}`;
    const data = listed("groups", query, [group(page), group(page + 1)]);
    return { address: `/controlpanel/groups?${query}`, page: <GroupsList {...data} /> };
  },
  organizations: (page, more) => {
    const query = `page=${page}&${more}`;
    const data = { ...listed("organizations", query, [unit(page)]), mayAdd: true, maySeeDeleted: true };
    return {
      address: `/controlpanel/organizations?${query}`,
      page: <OrganizationsList {...(data as unknown as Parameters<typeof OrganizationsList>[0])} />,
    };
  },
  manage: (page, more) => {
    const query = `page=${page}&${more}`;
    const row = { ...person(page), uid: `u${page}`, externalId: null };
    const data = { ...listed("manage-users", query, [row]), tab: "users" };
    return {
      address: `/controlpanel/beta/manage?${query}`,
      page: <Manage {...(data as unknown as Parameters<typeof Manage>[0])} />,
    };
  },
};

const queries = [
  "",
  "sortBy=name&sortDesc=false",
  "searchString=%22%3Cel&itemsPerPage=25",
  "groupBy=status&menu=arrange",
  "menu=views&filters=%7B%22status%22%3A%22inactive%22%7D",
];

describe("a page with kept texts", () => {
  it.each(Object.entries(screens))("of %s is the page without them, to the letter", async (_, screen) => {
    const texts = createKeptTexts();
    for (const query of queries) {
      for (const page of [1, 2]) {
        const visit = screen(page, query);
        expect(await written(visit, texts)).toBe(await written(visit, null));
      }
    }
    const other = { ...screen(2, ""), locale: "de", name: "<Öz>" } as const;
    expect(await written(other, texts)).toBe(await written(other, null));
  });
});

let writings = 0;
type Props = { label: string; to?: string | null; many?: string[]; at?: object; onPress?: () => void };
const Part = kept(
  function Part({ label, to, many = [] }: Props) {
    writings += 1;
    return (
      <p title={label}>
        {to && <a href={to}>{to}</a>}
        {many.map((each) => (
          <i key={each}>{each}</i>
        ))}
      </p>
    );
  },
  ["to", "many"],
);
const Outer = kept(({ label, to }: Props) => <Part label={label} to={to} />, ["to"]);

describe("a kept part", () => {
  /** How often the part was written for these, one after the other. Each text is held to what React makes of it by itself. */
  function writingsOf(of: Props[], texts = createKeptTexts(), Component = Part): number {
    const pages = of.map((props) => <Component key="0" {...props} />);
    const plain = pages.map((page) => renderToString(page));
    writings = 0;
    for (const [index, page] of pages.entries()) {
      expect(texts.writing("sv", () => renderToString(page))).toBe(plain[index]);
    }
    return writings;
  }

  it("is written once for all that goes into its open places", () => {
    const many = ["1", "<2>", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
    expect(writingsOf(["/a", "/b?c=\"&'", "/a"].map((to) => ({ label: "x", to, many })))).toBe(1);
  });

  it.each<[string, Props]>([
    ["another value of a prop that is not open", { label: "y", to: "/a" }],
    ["an open place that is empty", { label: "x", to: "" }],
    ["an open place that is not there", { label: "x", to: null }],
    ["more of them", { label: "x", to: "/a", many: ["b"] }],
  ])("is written again for %s", (_, other) => {
    expect(writingsOf([{ label: "x", to: "/a" }, other])).toBe(2);
  });

  it("is written each time where it is given more than data", () => {
    const given = { label: "x", at: <b /> };
    expect(writingsOf([given, given])).toBe(2);
    const pressed = { label: "x", onPress: () => undefined };
    expect(writingsOf([pressed, { ...pressed, onPress: () => undefined }])).toBe(1);
  });

  it("keeps what stands within it with itself", () => {
    expect(
      writingsOf(
        ["/a", "/b"].map((to) => ({ label: "x", to })),
        createKeptTexts(),
        Outer,
      ),
    ).toBe(1);
  });

  it("is not kept for ever, nor more of them than there is room for", () => {
    let time = 0;
    const props = { label: "x" };
    const texts = createKeptTexts({ all: 300, one: 200, duration: 100 }, () => time);
    expect(writingsOf([props, props], texts)).toBe(1);
    time = 100;
    expect(writingsOf([props], texts)).toBe(1);
    const others = ["a".repeat(50), "b".repeat(50)].map((label) => ({ label }));
    expect(writingsOf([...others, props], texts)).toBe(3);
    expect(writingsOf([{ label: "a".repeat(300) }, { label: "a".repeat(300) }], texts)).toBe(2);
  });

  it("is another one in another language", () => {
    const texts = createKeptTexts();
    writings = 0;
    for (const language of ["sv", "de", "sv"]) texts.writing(language, () => renderToString(<Part label="x" />));
    expect(writings).toBe(2);
  });

  it("leaves nothing behind when a page breaks while it is written", () => {
    const texts = createKeptTexts();
    const Broken = kept((): never => {
      throw new Error("Broken");
    });
    expect(() => texts.writing("sv", () => renderToString(<Broken />))).toThrow("Broken");
    expect(writingsOf([{ label: "x" }], texts)).toBe(1);
    expect(renderToString(<Part label="x" />)).toBe('<p title="x"></p>');
  });
});
