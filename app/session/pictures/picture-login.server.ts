import { z } from "zod";
import type { Backend } from "~/clients/backend";
import type { FormResult } from "~/forms/form-result";
import { searchedFormResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { codePictures, pictureCodeLength } from "~/services/contracts/picture-code";
import { picturesMethod } from "~/session/sign-in/sign-in-methods";
import { submitSignInMethod } from "~/session/sign-in/sign-in-methods.server";

export type PictureResult = FormResult & {
  /** Without script: the pictures pressed so far. */
  picked?: string[];
};

const isPicture = (name: string) => codePictures.some((known) => known === name);
/** Without script: a pressed picture, or an empty text to take the last one back. */
const pickForm = z.object({ pick: z.string().catch(""), pictures: picturesMethod.schema.shape.pictures.catch("") });

/** Signs in with the pictures, or, without script, adds one to the selection. */
export async function submitPictures(backend: Backend, request: Request) {
  const formData = await request.clone().formData();
  if (!formData.has("pick")) return submitSignInMethod(backend, request, picturesMethod);
  const { submission, values } = readForm(formData, pickForm);
  const before = values.pictures.split("-").filter(isPicture);
  const picked = isPicture(values.pick) ? [...before, values.pick] : before.slice(0, -1);
  return searchedFormResult({ submission }, {}, { picked: picked.slice(0, pictureCodeLength) });
}
