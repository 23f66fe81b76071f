import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import type { FormResult, FormValues } from "~/forms/form-result";
import { spacedBadge } from "~/services/contracts/badge";
import { BadgeCamera, useHasCamera } from "~/session/badges/badge-camera";
import { CodeField, useFragmentCode } from "~/session/badges/sign-in-code";
import { LoginPage } from "~/session/sign-in/login-page";
import { OtherSignInMethods } from "~/session/sign-in/other-sign-in-methods";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import { SignInMethodForm } from "~/session/sign-in/sign-in-method-form";
import { badgeMethod } from "~/session/sign-in/sign-in-methods";
import { loadSignInMethod, type SignInMethodPage, submitSignInMethod } from "~/session/sign-in/sign-in-methods.server";
import { Banner } from "~/ui/banner";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["session"], title: "session:qr.title" };

export { headers } from "~/session/response-headers";

export const loader = ({ request, context }: LoaderFunctionArgs) => loadSignInMethod(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) =>
  submitSignInMethod(backendOf(context), request, badgeMethod);

/** Target page of a pupil's badge. */
export default function QrLogin() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  const { t } = useTranslation("session");
  return (
    <LoginPage title={t("qr.title")} otherWays={<OtherSignInMethods current="qr" />}>
      <BadgeForm {...page} result={result ?? null} />
    </LoginPage>
  );
}

/**
 * The code of a badge: from the URL's fragment, which is never sent to a server, from the camera, or typed. A scanned
 * badge is submitted at once, unless a user is signed in already: then the page asks first, so that a link cannot
 * replace their session. A fragment that is no badge shows an error.
 */
function BadgeForm({ redirectTo, authorize, signedInName, result }: SignInMethodPage & { result: FormResult | null }) {
  const { t } = useTranslation("session");
  const [form, fields] = useForm<FormValues>({ id: "badge", lastResult: result?.lastResult ?? null });
  const element = useRef<HTMLFormElement>(null);
  const hasCamera = useHasCamera();
  const [badge, setBadge] = useState("");
  // Number of scans: each is submitted, including a second scan of the same badge.
  const [scans, setScans] = useState(0);
  const [isDamaged, setDamaged] = useState(false);
  const scanned = useCallback((code: string) => {
    setDamaged(false);
    setBadge(spacedBadge(code));
    setScans((count) => count + 1);
  }, []);

  const read = useCallback((code: string | null) => (code === null ? setDamaged(true) : scanned(code)), [scanned]);
  useFragmentCode(read);

  useEffect(() => {
    if (scans > 0 && signedInName === null) element.current?.requestSubmit();
  }, [scans, signedInName]);

  return (
    <SignInMethodForm ref={element} form={form} redirectTo={redirectTo} authorize={authorize}>
      {isDamaged && <Banner type="error">{t("qr.damaged")}</Banner>}
      {hasCamera && <BadgeCamera onCode={scanned} onOther={() => setDamaged(true)} />}
      {signedInName !== null && <Banner type="info">{t("qr.signedIn", { name: signedInName })}</Banner>}
      <CodeField
        id={fields.badge?.id}
        name="badge"
        label={t("qr.code")}
        hint={t(hasCamera ? "qr.hint" : "qr.hintToType")}
        errors={formatSignInReasons(t, fields.badge?.errors)}
        value={badge}
        onType={(typed) => {
          setDamaged(false);
          setBadge(typed);
        }}
      />
    </SignInMethodForm>
  );
}
