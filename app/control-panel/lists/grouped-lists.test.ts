import { beforeAll, describe, expect, it } from "vitest";
import { type Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { loadGroups } from "~/control-panel/groups/groups.server";
import { loadManage } from "~/control-panel/manage/manage.server";
import { loadOrganizations } from "~/control-panel/organizations/organizations-list.server";
import { loadPeopleList } from "~/control-panel/people/people-list.server";
import { isListKind } from "~/services/contracts/person-kinds";
import type { ListRows } from "./collect-list-pages";
import { listDefinitions } from "./list-definitions";

/** Each list by each of its groups, page after page: every group appears once and in order, and no row is missing. */

let superUser: Browser;

beforeAll(async () => {
  await sessionScene(["se"]);
  superUser = await signedInBrowser("https://se.localhost", "super.se");
});

type Row = Record<string, unknown>;
type Loaded = { list: ListRows<Row>; failed: unknown };

function load(list: string, query: string): Promise<Loaded> {
  const ask = (path: string) => superUser.request(`/controlpanel/${path}&${query}`);
  if (list === "groups") return loadGroups(processBackend(), ask("groups?")) as Promise<Loaded>;
  if (list === "organizations") return loadOrganizations(processBackend(), ask("organizations?")) as Promise<Loaded>;
  if (isListKind(list)) return loadPeopleList(processBackend(), ask(`${list}?`), list) as Promise<Loaded>;
  return loadManage(processBackend(), ask(`beta/manage?tab=${list.replace("manage-", "")}`)) as Promise<Loaded>;
}

async function walk(list: string, group: string, desc: boolean): Promise<string[]> {
  const groups: string[] = [];
  for (let page = 1; ; page += 1) {
    const found = await load(list, `groupBy=${group}&groupDesc=${desc}&itemsPerPage=50&page=${page}`);
    expect(found.failed).toBeNull();
    expect(found.list.groups?.areWhole).toBe(true);
    for (const [place, row] of found.list.rows.entries()) {
      const name = found.list.groups?.headings?.[place];
      const isNamed = group === "groups" || group === "organizations";
      groups.push(isNamed ? (name ?? "?") : String(row[group] ?? ""));
    }
    if (!found.list.hasNext) return groups;
  }
}

const rows = Object.entries(listDefinitions).flatMap(([list, { groups }]) => groups.map((group) => [list, group]));

describe("a grouped list", () => {
  it.each(rows)(
    "%s by %s shows each group once over all its pages, ascending and descending",
    async (list = "", group = "") => {
      const up = await walk(list, group, false);
      const heads = up.filter((name, index) => name !== up[index - 1]);
      expect(up.length).toBeGreaterThan(0);
      expect(new Set(heads).size).toBe(heads.length);
      const down = await walk(list, group, true);
      const named = (names: string[]) => [...new Set(names)].filter((name) => name !== "");
      expect(named(down)).toEqual(named(up).reverse());
      expect(down.length).toBe(up.length);
      for (const heading of [up, down]) if (heading.includes("")) expect(heading.at(-1)).toBe("");
    },
  );
});
