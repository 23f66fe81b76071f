import { createHmac } from "node:crypto";
import { OAuth2Tokens } from "arctic";
import { Authenticator } from "remix-auth";
import { OAuth2Strategy } from "remix-auth-oauth2";
import type { Backend } from "~/clients/backend";
import type { RequestContext } from "~/clients/request-context.server";
import { attemptCookie } from "~/session/cookies.server";
import { callTokenEndpoint } from "./token-calls.server";

/** remix-auth's authorization code flow with S256, with our own sign-in service, in this process or elsewhere. */

export type SignInExtras = Partial<
  Record<"acr_values" | "act_as" | "id_token_hint" | "reauthenticate" | "amr_hint", string>
>;

/** docs/product/shell.md#validation. */
const missingVerifier = "Missing code verifier when authenticating with code.";

const clientId = "fabel-web";
const scopes = ["openid", "profile"];

/** Returns the three tokens for a code. */
class FabelStrategy extends OAuth2Strategy<OAuth2Tokens> {
  readonly #context: RequestContext;
  readonly #backend: Backend;
  readonly #extras: SignInExtras;

  constructor(backend: Backend, context: RequestContext, extras: SignInExtras) {
    const base = `${context.origin}/services/auth`;
    super(
      {
        cookie: attemptCookie(context.request),
        clientId,
        clientSecret: null,
        authorizationEndpoint: `${base}/v1/authorize`,
        tokenEndpoint: `${base}/v2/token`,
        redirectURI: `${context.origin}/login/callback`,
        scopes,
      },
      async ({ tokens }) => tokens,
    );
    this.#backend = backend;
    this.#context = context;
    this.#extras = extras;
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const all = new URLSearchParams(params);
    all.set("nonce", nonceOf(this.#backend, String(params.get("state"))));
    for (const [name, value] of Object.entries(this.#extras)) if (value !== undefined) all.set(name, value);
    return all;
  }

  /** Replaces the library's message by the required one. */
  override async authenticate(request: Request): Promise<OAuth2Tokens> {
    return super.authenticate(request).catch((error: unknown) => {
      const isVerifier = error instanceof ReferenceError && error.message.includes("code verifier");
      throw isVerifier ? new ReferenceError(missingVerifier) : error;
    });
  }

  protected override async validateAuthorizationCode(code: string, codeVerifier: string): Promise<OAuth2Tokens> {
    const result = await callTokenEndpoint(this.#backend, this.#context, {
      grant_type: "authorization_code",
      code,
      client_id: clientId,
      redirect_uri: `${this.#context.origin}/login/callback`,
      code_verifier: codeVerifier,
    });
    return new OAuth2Tokens(result);
  }
}

/** An authenticator for one request: the endpoints depend on the host that the browser used. */
export function authenticatorFor(
  backend: Backend,
  context: RequestContext,
  extras: SignInExtras = {},
): Authenticator<OAuth2Tokens> {
  return new Authenticator<OAuth2Tokens>().use(new FabelStrategy(backend, context, extras), "fabel");
}

/** The nonce for a state: only our secret can produce it, so it is not stored. docs/security.md, line 8. */
export function nonceOf(backend: Backend, state: string): string {
  return createHmac("sha256", backend.environment.sessionSecret).update(`nonce ${state}`).digest("base64url");
}
