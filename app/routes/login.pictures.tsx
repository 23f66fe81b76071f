import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/composition/process-backend.server";
import { PictureForm } from "~/session/pictures/picture-form";
import { type PictureResult, submitPictures } from "~/session/pictures/picture-login.server";
import { LoginPage } from "~/session/sign-in/login-page";
import { OtherSignInMethods } from "~/session/sign-in/other-sign-in-methods";
import { loadSignInMethod } from "~/session/sign-in/sign-in-methods.server";

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
