import { expect, test } from "vitest";
import { parseEnvironment } from "~/environment.server";
import { environmentWarnings } from "./environment-warnings";

function warningsOf(variables: Record<string, string>, needsOrigins = false): string[] {
  return environmentWarnings(variables, parseEnvironment(variables), needsOrigins);
}

/** What the law wants Swedish families to be told. */
const operatorOfSweden = {
  OPERATOR_NAME_SE: "Böcker AB",
  OPERATOR_ADDRESS_SE: "Storgatan 1, 111 22 Stockholm",
  OPERATOR_EMAIL_SE: "hjalp@bocker.example",
  OPERATOR_PHONE_SE: "08-123 456 00",
  DATA_CONTROLLER_SE: "Böcker AB",
};

test.each([
  ["SMTP_ULR", "SMTP_URL"],
  ["SESION_SECRET", "SESSION_SECRET"],
  ["SESSION_SECRETS", "SESSION_SECRET"],
  ["Trusted_Proxies", "TRUSTED_PROXIES"],
  ["public_origin_se", "PUBLIC_ORIGIN_SE"],
  ["PUBLIC_ORIGN_SE", "PUBLIC_ORIGIN_SE"],
  ["PUBLIC_ORIGIN_SV", "PUBLIC_ORIGIN_SE"],
  ["PUBLIC_ORIGIN_GB", "PUBLIC_ORIGIN_UK"],
  ["PUBLIC_ORIGIN_EN", "PUBLIC_ORIGIN_UK or PUBLIC_ORIGIN_US"],
  ["DOMAIN_DK", "DOMAIN_DE, DOMAIN_FI, DOMAIN_FR, DOMAIN_NO, DOMAIN_NL, DOMAIN_SE, DOMAIN_UK or DOMAIN_US"],
  ["STRIPE_SECRET_KEY_NB", "STRIPE_SECRET_KEY_NO"],
  ["DATABASE_URL_EUR", "DATABASE_URL_EU"],
  ["OTEL_EXPORTER_OLTP_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"],
  ["OTEL_SERVICENAME", "OTEL_SERVICE_NAME"],
  ["DATABASE_URL_SE", "DATABASE_URL_EU"],
  ["DATABASE_URL_AS", "DATABASE_URL_EU or DATABASE_URL_US"],
  ["OIDC_SE_EXAMPLE_ISSUR", "OIDC_SE_EXAMPLE_ISSUER"],
  ["OIDC_SE_SKOL_ID_CLIENTID", "OIDC_SE_SKOL_ID_CLIENT_ID"],
  ["OIDC_SV_EXAMPLE_CLIENT_SECRET", "OIDC_SE_EXAMPLE_CLIENT_SECRET"],
  ["ODIC_SE_EXAMPLE_ISSUER", "OIDC_SE_EXAMPLE_ISSUER"],
  ["oidc_se_example_issuer", "OIDC_SE_EXAMPLE_ISSUER"],
  [
    "OIDC_DK_EXAMPLE_ISSUER",
    "OIDC_{REALM}_{NAME}_ISSUER, OIDC_{REALM}_{NAME}_CLIENT_ID or OIDC_{REALM}_{NAME}_CLIENT_SECRET",
  ],
])("given %s, then the warning names it and %s, but not its value", (name, meant) => {
  expect(warningsOf({ [name]: "a hidden value" })).toEqual([
    `${name} is not a variable of Fabel and has no effect: did you mean ${meant}?`,
  ]);
});

test("given an identity provider of which a variable is missing, then a warning names it", () => {
  const set = { OIDC_SE_EXAMPLE_CLIENT_ID: "fabel", OIDC_SE_EXAMPLE_CLIENT_SECRET: "hidden" };
  expect(warningsOf({ ...set, OIDC_SE_EXAMPLE_ISSUR: "https://id.example" })).toEqual([
    "OIDC_SE_EXAMPLE_ISSUR is not a variable of Fabel and has no effect: did you mean OIDC_SE_EXAMPLE_ISSUER?",
    "OIDC_SE_EXAMPLE_ISSUER must be set, since OIDC_SE_EXAMPLE_CLIENT_ID is: until then nobody signs in with this provider",
  ]);
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
    OTEL_EXPORTER_OTLP_HEADERS: "c",
    OTEL_TRACES_SAMPLER: "always_on",
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
    { FRANCE_OTHER_DOMAIN: "livres.example", DOMAIN_SE: "a.example", ...operatorOfSweden },
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
  expect(warningsOf({ DOMAIN_SE: "a.example", ...operatorOfSweden }, true)).toEqual([]);
  expect(warningsOf({}, false)).toEqual([]);
});

test("given origins of countries whose operator is not filled in, then one warning names what is missing, and no value", () => {
  const [line, ...others] = warningsOf({ DOMAIN_SE: "a.example", DOMAIN_FR: "b.example", ...operatorOfSweden }, true);
  expect(others).toEqual([]);
  expect(line).toMatch(
    /^OPERATOR_NAME_FR, OPERATOR_ADDRESS_FR, OPERATOR_EMAIL_FR, OPERATOR_PHONE_FR, OPERATOR_MEDIATOR_FR, DATA_CONTROLLER_FR not set/,
  );
});

test("given a misspelt fact of the operator, then a warning says which one is meant", () => {
  expect(warningsOf({ OPERATOR_NAME_SV: "hidden" })).toEqual([
    "OPERATOR_NAME_SV is not a variable of Fabel and has no effect: did you mean OPERATOR_NAME_SE?",
  ]);
});
