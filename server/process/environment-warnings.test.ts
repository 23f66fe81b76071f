import { expect, test } from "vitest";
import { parseEnvironment } from "~/environment.server";
import { environmentWarnings } from "./environment-warnings";

function warningsOf(variables: Record<string, string>, needsOrigins = false): string[] {
  return environmentWarnings(variables, parseEnvironment(variables), needsOrigins);
}

test.each([
  ["SMTP_ULR", "SMTP_URL"],
  ["SESION_SECRET", "SESSION_SECRET"],
  ["SESSION_SECRETS", "SESSION_SECRET"],
  ["Trusted_Proxies", "TRUSTED_PROXIES"],
  ["PUBLIC_ORIGIN_SV", "PUBLIC_ORIGIN_SE"],
  ["DATABASE_URL_EUR", "DATABASE_URL_EU"],
])("given %s, then the warning names it and %s, but not its value", (name, meant) => {
  const warnings = warningsOf({ [name]: "a hidden value" });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(new RegExp(`^${name} is not a variable .*: did you mean [A-Z_]+\\?$`));
  if (name !== "PUBLIC_ORIGIN_SV") expect(warnings[0]).toContain(meant);
  expect(warnings[0]).not.toContain("hidden");
});

test("given an unknown name with a prefix of ours, then it is named", () => {
  expect(warningsOf({ STRIPE_API_VERSION: "1", DOMAIN_SWEDEN: "a.example" })).toEqual([
    "DOMAIN_SWEDEN is not a variable of Fabel and has no effect: .env.example lists them all",
    "STRIPE_API_VERSION is not a variable of Fabel and has no effect: .env.example lists them all",
  ]);
});

test("given names of other programs and our own, then there is no warning", () => {
  const others = {
    PATH: "/bin",
    HOSTNAME: "a",
    LOGNAME: "b",
    NODE_OPTIONS: "",
    AWS_REGION: "eu",
    SMTPURL: "c",
    LANGUAGE: "sv",
  };
  const ours = {
    OIDC_SE_X_ISSUER: "https://a.example",
    OIDC_SE_X_CLIENT_ID: "f",
    OIDC_SE_X_CLIENT_SECRET: "s",
    PORT: "1",
  };
  expect(warningsOf({ ...others, ...ours })).toEqual([]);
});

test.each([
  [
    "an external database without SESSION_SECRET",
    { DATABASE_URL_EU: "postgresql://a/b" },
    false,
    /^SESSION_SECRET is not set/,
  ],
  ["no public origin where more than this machine is meant", {}, true, /^No PUBLIC_ORIGIN_\{REALM\} is set/],
  [
    "France's other domain without France's origin",
    { FRANCE_OTHER_DOMAIN: "livres.example", DOMAIN_SE: "a.example" },
    true,
    /^FRANCE_OTHER_DOMAIN redirects nowhere/,
  ],
] as Array<[string, Record<string, string>, boolean, RegExp]>)(
  "given %s, then a warning says so",
  (_, variables, needsOrigins, line) => {
    expect(warningsOf(variables, needsOrigins)).toEqual([expect.stringMatching(line)]);
  },
);

test("given public origins, or a start for this machine alone, then no origin is missed", () => {
  expect(warningsOf({ DOMAIN_SE: "a.example" }, true)).toEqual([]);
  expect(warningsOf({}, false)).toEqual([]);
});
