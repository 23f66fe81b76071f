import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { JWK } from "jose";
import type { Realm } from "~/realms/realm";
import type { ExternalIdentifier } from "~/services/.server/directory/identity";

/** Tables of the auth service (migrations 02xx). */

const auth = pgSchema("auth");

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const time = (name: string) => timestamp(name, { withTimezone: true });

export const signingKeys = auth.table("signing_keys", {
  kid: text("kid").primaryKey(),
  publicJwk: jsonb("public_jwk").$type<JWK>().notNull(),
  privateJwk: bytes("private_jwk").notNull(),
  signsFrom: time("signs_from").notNull(),
  signsUntil: time("signs_until").notNull(),
  verifiesUntil: time("verifies_until").notNull(),
});

export const passwords = auth.table(
  "passwords",
  {
    realm: text("realm").$type<Realm>().notNull(),
    uid: uuid("uid").notNull(),
    hash: text("hash").notNull(),
    temporary: boolean("temporary").notNull().default(false),
    expiresAt: time("expires_at"),
    changedAt: time("changed_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid] })],
);

/** `basic`: one factor; `secure`: two factors. */
export type AssuranceLevel = "basic" | "secure";

export const sessions = auth.table("sessions", {
  id: uuid("id").primaryKey().defaultRandom(),
  realm: text("realm").$type<Realm>().notNull(),
  uid: uuid("uid").notNull(),
  clientId: text("client_id").notNull(),
  scope: text("scope").notNull(),
  amr: text("amr").array().notNull(),
  acr: text("acr").$type<AssuranceLevel>().notNull(),
  authTime: time("auth_time").notNull(),
  actorUid: uuid("actor_uid"),
  actorSessionId: uuid("actor_session_id"),
  actorReason: text("actor_reason"),
  ipAddress: text("ip_address"),
  userAgent: text("user_agent"),
  /** Whether it outlives the browser, as the person asked. */
  staysSignedIn: boolean("stays_signed_in").notNull().default(false),
  /** The child whose joined device it is; null for all other sessions. */
  profileId: uuid("profile_id"),
  /** What the parent calls that device. */
  deviceName: text("device_name"),
  createdAt: time("created_at").notNull().defaultNow(),
  lastUsedAt: time("last_used_at").notNull().defaultNow(),
  expiresAt: time("expires_at").notNull(),
  endedAt: time("ended_at"),
  endReason: text("end_reason"),
});
export type SessionRow = typeof sessions.$inferSelect;

export const authorizationCodes = auth.table("authorization_codes", {
  codeHash: text("code_hash").primaryKey(),
  sessionId: uuid("session_id").notNull(),
  redirectUri: text("redirect_uri").notNull(),
  codeChallenge: text("code_challenge").notNull(),
  nonce: text("nonce"),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
  /** When its tokens had been issued; later than `usedAt`. */
  exchangedAt: time("exchanged_at"),
});

export const refreshTokens = auth.table("refresh_tokens", {
  tokenHash: text("token_hash").primaryKey(),
  sessionId: uuid("session_id").notNull(),
  nonce: text("nonce"),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
  /** When its successor had been issued; later than `usedAt`. */
  exchangedAt: time("exchanged_at"),
  /** Digest of the Idempotency-Key of the request that used the token. */
  usedBy: text("used_by"),
  createdAt: time("created_at").notNull().defaultNow(),
});

export const events = auth.table("events", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: time("at").notNull().defaultNow(),
  realm: text("realm").$type<Realm>().notNull(),
  kind: text("kind").notNull(),
  uid: uuid("uid"),
  actorUid: uuid("actor_uid"),
  sessionId: uuid("session_id"),
  ipAddress: text("ip_address"),
  requestId: text("request_id"),
  details: jsonb("details").$type<Record<string, unknown>>().notNull().default({}),
});

export const secondFactors = auth.table(
  "second_factors",
  {
    realm: text("realm").$type<Realm>().notNull(),
    uid: uuid("uid").notNull(),
    secret: bytes("secret").notNull(),
    /** The secret of another app that is not confirmed yet; null if `secret` itself is not, or nothing is pending. */
    pendingSecret: bytes("pending_secret"),
    confirmedAt: time("confirmed_at"),
    lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
    recoveryHashes: text("recovery_hashes").array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid] })],
);

export const badges = auth.table(
  "badges",
  {
    realm: text("realm").$type<Realm>().notNull(),
    uid: uuid("uid").notNull(),
    tokenHash: text("token_hash").notNull(),
    /** The code is derived from it and the server's secret; null for badges that cannot be printed again. */
    salt: text("salt"),
    issuedAt: time("issued_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid] })],
);

export const pictureCodes = auth.table(
  "picture_codes",
  {
    realm: text("realm").$type<Realm>().notNull(),
    uid: uuid("uid").notNull(),
    hash: text("hash").notNull(),
    issuedAt: time("issued_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid] })],
);

export const libraryCards = auth.table(
  "library_cards",
  {
    realm: text("realm").$type<Realm>().notNull(),
    numberDigest: text("number_digest").notNull(),
    uid: uuid("uid").notNull(),
    hash: text("hash").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.numberDigest] })],
);

export const smsCodes = auth.table(
  "sms_codes",
  {
    realm: text("realm").$type<Realm>().notNull(),
    uid: uuid("uid").notNull(),
    codeDigest: text("code_digest").notNull(),
    tries: integer("tries").notNull().default(0),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid] })],
);

export const externalLinks = auth.table(
  "external_links",
  {
    realm: text("realm").$type<Realm>().notNull(),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    uid: uuid("uid").notNull(),
    identifier: text("identifier").$type<ExternalIdentifier>(),
    identifierValue: text("identifier_value"),
    linkedAt: time("linked_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.issuer, table.subject] })],
);

export const externalAttempts = auth.table("external_attempts", {
  stateHash: text("state_hash").primaryKey(),
  expiresAt: time("expires_at").notNull(),
});

export const externalSessions = auth.table("external_sessions", {
  sessionId: uuid("session_id").primaryKey(),
  provider: text("provider").notNull(),
  tokens: bytes("tokens").notNull(),
});

export const deviceLinks = auth.table("device_links", {
  tokenHash: text("token_hash").primaryKey(),
  realm: text("realm").$type<Realm>().notNull(),
  uid: uuid("uid").notNull(),
  profileId: uuid("profile_id").notNull(),
  sessionId: uuid("session_id").notNull(),
  deviceName: text("device_name").notNull(),
  expiresAt: time("expires_at").notNull(),
});

export const parentPins = auth.table(
  "parent_pins",
  {
    realm: text("realm").$type<Realm>().notNull(),
    uid: uuid("uid").notNull(),
    hash: text("hash").notNull(),
    wrong: integer("wrong").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid] })],
);
