import * as oidc from "openid-client";
import { createCache } from "~/caching/create-cache";
import type { OidcProvider } from "~/environment.server";
import type { Realm } from "~/realms/realm";
import type { ExternalIdentifier } from "~/services/.server/directory/identity";
import { ServiceError } from "~/services/contracts/service-error";

/** OpenID Connect providers by realm, from environment variables. */

export type ExternalProviders = Partial<Record<Realm, Record<string, OidcProvider>>>;

/** Milliseconds for which a provider's discovery document is cached. */
const cacheDuration = 60 * 60 * 1000;
/** Timeout of a provider in seconds. */
const timeLimit = 10;

/** Extracts an identifier from a provider's claims. */
type ClaimReader = { identifier: ExternalIdentifier; read(claims: Claims): unknown };
export type Claims = Record<string, unknown>;

const eppn: ClaimReader = {
  identifier: "eppn",
  read: (claims) => claims.eppn ?? claims.eduperson_principal_name ?? claims["urn:oid:1.3.6.1.4.1.5923.1.1.1.6"],
};

/**
 * An e-mail address is an identifier only if the provider manages it: verified, and in the workspace's own domain.
 * docs/security.md, line 10.
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

/** The identifiers that a provider is trusted for; `eppn` for providers without an entry. */
export function identifiersIn(
  provider: string,
  claims: Claims,
): Array<{ identifier: ExternalIdentifier; value: string }> {
  return (readers[provider] ?? [eppn]).flatMap(({ identifier, read }) => {
    const value = read(claims);
    return typeof value === "string" && value.trim() !== "" ? [{ identifier, value: value.trim().slice(0, 255) }] : [];
  });
}

/** A national electronic identity counts as two factors. */
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
    ttl: cacheDuration,
    now,
  });

  return {
    /** Names in the order of the environment variables. */
    names: (realm: Realm): string[] => Object.keys(providers[realm] ?? {}),

    /** The name of the provider with that issuer; null if the realm no longer has it. */
    nameOf(realm: Realm, issuer: string): string | null {
      const plain = (address: string) => address.replace(/\/$/, "");
      const match = Object.entries(providers[realm] ?? {}).find(([, given]) => plain(given.issuer) === plain(issuer));
      return match?.[0] ?? null;
    },

    /** @throws ServiceError 404 if the realm has no provider of that name, 503 `external_unavailable` if the provider does not respond */
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
  // Verify id token signatures even though they arrive over our own connection to the provider.
  const execute = [oidc.enableNonRepudiationChecks];
  // For providers on localhost in tests and demos; only an environment variable can configure one.
  if (address.protocol === "http:") execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(address, clientId, clientSecret, clientSecretFor(clientSecret), {
    execute,
    timeout: timeLimit,
  });
}

/** Sends the secret in the body unless the provider supports only the header. */
function clientSecretFor(secret: string): oidc.ClientAuth {
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isByHeader = methods?.includes("client_secret_basic") && !methods.includes("client_secret_post");
    const authenticate = isByHeader ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
    return authenticate(server, client, body, headers);
  };
}
