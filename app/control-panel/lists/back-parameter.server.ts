import { z } from "zod";
import { readQuery } from "~/forms/read-query";
import { isListKind } from "~/services/contracts/person-kinds";
import { listHref, listPageOf } from "~/shell/list-address";
import { readListState } from "./read-list";

/** Parses the `back` search parameter that `withBack` creates. */

const root = "/controlpanel/";

/** The URL in `back`; null unless it is a known panel page, since anybody can craft a URL. */
export const backParameter = z.string().catch("").transform(backHref);

const addressSchema = z.object({ back: backParameter });

export function readBackHref(parameters: URLSearchParams): string | null {
  return readQuery(parameters, addressSchema).back;
}

function backHref(back: string): string | null {
  const [path = "", query = ""] = back.split("?", 2);
  if (/^(groups|students|guardians|employees)\/[0-9a-f-]{36}$/.test(path)) return `${root}${path}`;
  if (path === "jobs") return `${root}${path}`;
  const own = new URLSearchParams(query);
  if (path === "search") return `${root}search?${new URLSearchParams({ q: own.get("q") ?? "" })}`;
  if (!isListKind(path)) return null;
  const state = readListState(own);
  return listHref(`${root}${path}`, state, listPageOf(state));
}
