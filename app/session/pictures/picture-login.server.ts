import { codePictures, pictureCodeLength } from "~/services/contracts/picture-code";
import { picturesMethod, type SignInResult } from "~/session/sign-in/sign-in-methods";
import { submitSignInMethod } from "~/session/sign-in/sign-in-methods.server";

export type PictureResult = Partial<SignInResult> & {
  /** Without script: the pictures pressed so far, and the typed username. */
  picked?: string[];
  username?: string;
};

/** Signs in with the pictures, or, without script, adds one to the selection. */
export async function submitPictures(request: Request): Promise<PictureResult | Response | ReturnType<typeof sign>> {
  const formData = await request.clone().formData();
  const pick = formData.get("pick");
  if (pick === null) return sign(request);
  const before = String(formData.get("pictures") ?? "")
    .split("-")
    .filter((name) => codePictures.some((known) => known === name));
  const picked = codePictures.some((known) => known === pick) ? [...before, String(pick)] : before.slice(0, -1);
  return { picked: picked.slice(0, pictureCodeLength), username: String(formData.get("username") ?? "").slice(0, 255) };
}

function sign(request: Request) {
  return submitSignInMethod(request, picturesMethod);
}
