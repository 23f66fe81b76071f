import { defaultRealm, isRealm, type Realm, realmOfHost, realms } from "./realm";

const domains = Object.fromEntries(
  realms.flatMap((realm) => {
    const domain = process.env[`DOMAIN_${realm.toUpperCase()}`];
    return domain ? [[realm, domain]] : [];
  }),
) as Partial<Record<Realm, string>>;

const configured = process.env.DEFAULT_REALM;
const fallback: Realm = isRealm(configured) ? configured : defaultRealm;

/** The realm whose address the request was sent to; unknown hosts belong to DEFAULT_REALM (design, section 4). */
export function realmOfRequest(request: Request): Realm {
  return realmOfHost(new URL(request.url).host, { fallback, domains });
}
