import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { type FormValues, fieldProps } from "~/forms/form-result";
import { codePictures, pictureCodeLength } from "~/services/contracts/picture-code";
import { type PictureResult, submitPictures } from "~/session/pictures/picture-login.server";
import { LoginPage } from "~/session/sign-in/login-page";
import { OtherSignInMethods } from "~/session/sign-in/other-sign-in-methods";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import { SignInMethodForm } from "~/session/sign-in/sign-in-method-form";
import { loadSignInMethod, type SignInMethodPage } from "~/session/sign-in/sign-in-methods.server";
import { Button } from "~/ui/button";
import { CodePicture } from "~/ui/code-picture";
import { TextField } from "~/ui/field";
import { Undo2 } from "~/ui/icons";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "session:pictures.title" };

export { headers } from "~/session/response-headers";

export const loader = ({ request, context }: LoaderFunctionArgs) => loadSignInMethod(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitPictures(backendOf(context), request);

/** Sign-in for pupils who cannot read yet. */
export default function PictureLogin() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData() as PictureResult | undefined;
  const { t } = useTranslation("session");
  return (
    <LoginPage title={t("pictures.title")} otherWays={<OtherSignInMethods current="pictures" />}>
      <PictureForm {...page} result={result ?? null} />
    </LoginPage>
  );
}

/**
 * The pictures of a code, pressed one after another. They are the same for every username, so that they reveal nothing
 * about an account. With script each press is stored in the page; without script it is submitted, and the page is
 * rendered with it.
 */
function PictureForm({ redirectTo, authorize, result }: SignInMethodPage & { result: PictureResult | null }) {
  const { t } = useTranslation(["session", "ui"]);
  const [form, fields] = useForm<FormValues>({ id: "pictures", lastResult: result?.lastResult ?? null });
  const [picked, setPicked] = useState<string[]>(result?.picked ?? []);
  // A wrong code resets the selection.
  useEffect(() => setPicked(result?.picked ?? []), [result]);
  const isFull = picked.length === pictureCodeLength;
  return (
    <SignInMethodForm form={form} redirectTo={redirectTo} authorize={authorize}>
      {/* The first submit button, so that Enter in the username field submits the form instead of pressing a picture. */}
      <button type="submit" hidden />
      <TextField
        {...fieldProps(fields.username, (reasons) => formatSignInReasons(t, reasons))}
        label={t("login.username")}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={255}
      />
      <input type="hidden" name="pictures" value={picked.join("-")} />
      <fieldset className="min-w-0">
        <legend className="font-semibold">{t("pictures.legend", { count: pictureCodeLength })}</legend>
        <ol className="my-3 flex min-h-12 flex-wrap items-center gap-2" aria-label={t("pictures.chosen")}>
          {Array.from({ length: pictureCodeLength }, (_, place) => {
            const name = picked[place];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a picture is identified by its position in the code
              <li key={place} className="flex size-12 items-center justify-center rounded-full border-2 border-line">
                {name ? (
                  <CodePicture name={name} label={t(`ui:pictures.${name}`)} size={40} />
                ) : (
                  <span className="sr-only">{t("pictures.empty")}</span>
                )}
              </li>
            );
          })}
        </ol>
        <div className="grid grid-cols-4 gap-2">
          {codePictures.map((name) => (
            <button
              key={name}
              type="submit"
              name="pick"
              value={name}
              disabled={isFull}
              onClick={(event) => {
                event.preventDefault();
                setPicked((before) => (before.length < pictureCodeLength ? [...before, name] : before));
              }}
              className="flex min-h-14 items-center justify-center rounded-control border border-line bg-raised p-1 transition hover:border-primary hover:bg-primary-tint disabled:opacity-40"
            >
              <CodePicture name={name} label={t(`ui:pictures.${name}`)} size={64} />
            </button>
          ))}
        </div>
      </fieldset>
      {picked.length > 0 && (
        <Button
          name="pick"
          value=""
          icon={Undo2}
          variant="quiet"
          onClick={(event) => {
            event.preventDefault();
            setPicked((before) => before.slice(0, -1));
          }}
        >
          {t("pictures.takeBack")}
        </Button>
      )}
    </SignInMethodForm>
  );
}
