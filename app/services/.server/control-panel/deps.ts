import type { Database, Databases } from "~/db/.server/connect";
import { regionOf } from "~/realms/realm";
import { type Access, accessOf, requireEntrance } from "~/services/.server/directory/access";
import type { Credentials } from "~/services/.server/directory/identity";
import type { Caller } from "~/services/.server/endpoint";
import { notFound } from "~/services/contracts/service-error";

export type ControlPanelDeps = {
  databases: Databases;
  /** What auth does for people: passwords, sessions. */
  credentials: Credentials;
};

/** The database of the caller's region, and what the caller may reach. Throws 403 where a second factor is asked for. */
export function enter(deps: ControlPanelDeps, caller: Caller): { database: Database; access: Access } {
  return { database: databaseOf(deps, caller), access: requireEntrance(accessOf(caller)) };
}

export function databaseOf(deps: ControlPanelDeps, caller: Caller): Database {
  return deps.databases[regionOf(caller.realm)];
}

/** An id of an address as a uid; what is none names nothing. */
export function readUid(id: string): string {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id)) throw notFound();
  return id.toLowerCase();
}
