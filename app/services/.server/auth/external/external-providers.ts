import * as oidc from "openid-client";
import { createCache } from "~/caching/create-cache";
import type { OidcProvider } from "~/environment.server";
import type { Realm } from "~/realms/realm";
import type { ExternalIdentifier } from "~/services/.server/directory/identity";
import { ServiceError } from "~/services/contracts/service-error";

/** OpenID Connect providers of a realm, as the environment names them. */

export type ExternalProviders = Partial<Record<Realm, Record<string, OidcProvider>>>;

/** Milliseconds for which a provider's discovery document is cached. */
const freshness = 60 * 60 * 1000;
/** Timeout of a provider in seconds. */
const patience = 10;

/** Reads a stored identifier from a provider's claims. */
type ClaimReader = { identifier: ExternalIdentifier; read(claims: Claims): unknown };
export type Claims = Record<string, unknown>;

const eppn: ClaimReader = {
  identifier: "eppn",
  read: (claims) => claims.eppn ?? claims.eduperson_principal_name ?? claims["urn:oid:1.3.6.1.4.1.5923.1.1.1.6"],
};

/**
 * An address is only an identifier where the provider is the one that hands it out: a workspace's own, confirmed, of the
 * workspace's domain. docs/security.md, line 10.
 */
function workspaceAddress({ email, email_verified: isVerified, hd }: Claims): unknown {
  const isOwn =
    typeof email === "string" && typeof hd === "string" && email.toLowerCase().endsWith(`@${hd.toLowerCase()}`);
  return isOwn && isVerified === true ? email : null;
}

const readers: Record<string, ClaimReader[]> = {
  google: [
    { identifier: "gsuiteId", read: ({ sub }) => sub },
    { identifier: "gsuiteEmail", read: workspaceAddress },
  ],
  microsoft: [{ identifier: "office365", read: (claims) => claims.upn ?? claims.preferred_username }],
  eid: [
    {
      identifier: "bankid",
      read: (claims) =>
        claims.personal_number ?? claims.personalNumber ?? claims["https://id.oidc.se/claim/personalIdentityNumber"],
    },
  ],
};

/** The stored identifiers that a provider's word counts for; of those it does not know, `eppn`. */
export function identifiersIn(
  provider: string,
  claims: Claims,
): Array<{ identifier: ExternalIdentifier; value: string }> {
  return (readers[provider] ?? [eppn]).flatMap(({ identifier, read }) => {
    const value = read(claims);
    return typeof value === "string" && value.trim() !== "" ? [{ identifier, value: value.trim().slice(0, 255) }] : [];
  });
}

/** A national electronic identity proves two factors by itself. */
export function isSecureProvider(provider: string): boolean {
  return provider === "eid";
}

export type ProviderAddress = { realm: Realm; provider: string };

export function externalUnavailable(cause: unknown): ServiceError {
  const message = "The provider does not answer";
  return new ServiceError(503, "external_unavailable", message, undefined, undefined, { cause });
}

export function createExternalProviders(providers: ExternalProviders, now: () => number = Date.now) {
  const configurations = createCache<Promise<oidc.Configuration>>({
    name: "oidc-configurations",
    limit: 100,
    ttl: freshness,
    now,
  });

  return {
    /** Names, in the order of the environment. */
    names: (realm: Realm): string[] => Object.keys(providers[realm] ?? {}),

    /** The name of the provider that an issuer is; null for one that the realm has no more. */
    nameOf(realm: Realm, issuer: string): string | null {
      const plain = (address: string) => address.replace(/\/$/, "");
      const found = Object.entries(providers[realm] ?? {}).find(([, given]) => plain(given.issuer) === plain(issuer));
      return found?.[0] ?? null;
    },

    /**
     * @throws ServiceError 404 for a name that the realm has not, 503 `external_unavailable` when the provider does not respond
     */
    async configuration({ realm, provider }: ProviderAddress): Promise<oidc.Configuration> {
      const given = Object.hasOwn(providers[realm] ?? {}, provider) ? providers[realm]?.[provider] : undefined;
      if (!given) throw new ServiceError(404, "not_found", "There is no such provider");
      const configuration = configurations.getOrMake(`${realm} ${provider}`, () => discover(given));
      return configuration.catch((error: unknown) => {
        throw externalUnavailable(error);
      });
    },
  };
}

function discover({ issuer, clientId, clientSecret }: OidcProvider): Promise<oidc.Configuration> {
  const address = new URL(issuer);
  // The signature of an id token is checked even though it came over our own connection.
  const execute = [oidc.enableNonRepudiationChecks];
  // A provider on this very machine: tests and demonstrations. The environment names it; nobody else can.
  if (address.protocol === "http:") execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(address, clientId, clientSecret, clientSecretFor(clientSecret), { execute, timeout: patience });
}

/** By the body, unless the provider says that it takes the header alone. */
function clientSecretFor(secret: string): oidc.ClientAuth {
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isByHeader = methods?.includes("client_secret_basic") && !methods.includes("client_secret_post");
    const authenticate = isByHeader ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
    return authenticate(server, client, body, headers);
  };
}
