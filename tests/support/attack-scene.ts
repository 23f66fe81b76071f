import type { Realm } from "~/realms/realm";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import { type AuthScene, authScene, scenePassword, type TokenResponse } from "./auth-scene";

/** A sign-in service to attack: each test of its files attacks one line of docs/security.md, whose numbers are in the titles. */
export type AttackScene = AuthScene & {
  signedIn(realm?: Realm): Promise<{ person: IdentifiedPerson; tokens: TokenResponse }>;
  /** Status of the userinfo endpoint for an access token: 200 if the token is accepted. */
  statusWith(token: string, realm?: Realm, headers?: Record<string, string>): Promise<number>;
};

export async function attackScene(): Promise<AttackScene> {
  const scene = await authScene();
  return {
    ...scene,
    async signedIn(realm = "se") {
      const person = await scene.newPerson(realm);
      return { person, tokens: await scene.signIn(person.username, scenePassword, realm) };
    },
    async statusWith(token, realm = "se", headers = {}) {
      const authorization = `Bearer ${token}`;
      const response = await scene.send("/services/auth/v1/userinfo", {
        realm,
        headers: { authorization, ...headers },
      });
      return response.status;
    },
  };
}
