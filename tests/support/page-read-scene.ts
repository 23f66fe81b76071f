import { beforeAll, expect } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { createDisplayCache } from "~/caching/display-cache";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { createPanelPages } from "~/services/.server/control-panel/pages/panel-pages";
import type { panelPageContracts } from "~/services/contracts/pages/panel-pages";
import { ask, callerOf } from "./callers";
import { credentialsDouble } from "./credentials-double";
import { testDatabase } from "./database";

/** The page reads of the control panel, on a database of the file's own with the demonstration's people. */
export type PageReadScene = {
  database: Database;
  /** The data of a page for a user; fails unless the user may read it. */
  read(
    name: keyof typeof panelPageContracts,
    username: string,
    input: { params?: object; query?: object },
  ): Promise<Body>;
};

export function pageReadScene({
  realms = ["se"],
  credentials = credentialsDouble,
}: Partial<Options> = {}): PageReadScene {
  const scene = {} as PageReadScene;
  beforeAll(async () => {
    const { database } = await testDatabase();
    for (const realm of realms) await seedRealm(database, realm);
    const databases = { eu: database, us: database };
    const endpoints = createPanelPages({ databases, credentials, displayCache: createDisplayCache() });
    scene.database = database;
    scene.read = async (name, username, { params, query = {} }) => {
      const service = { name: "control-panel" as const, endpoints };
      const { status, body } = await ask(service, name, { params, query }, await callerOf(database, username));
      expect([name, status]).toEqual([name, 200]);
      return body.data;
    };
  });
  return scene;
}

type Body = Awaited<ReturnType<typeof ask>>["body"];
type Options = { realms: Realm[]; credentials: typeof credentialsDouble };
