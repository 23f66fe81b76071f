import { getFormProps, useForm } from "@conform-to/react";
import { Link, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { PaymentLayout, PlansProblemBanner } from "~/payment/payment-layout";
import { PlanChoice } from "~/payment/plan-choice";
import { useReasons } from "~/payment/reasons";
import { type Realm, realmRow } from "~/realms/realm";
import { trialDays } from "~/services/contracts/payment";
import { stayDays, stayField } from "~/services/contracts/stay-signed-in";
import { Button } from "~/ui/button";
import { Checkbox, ChoiceGroup } from "~/ui/choice";
import { Disclosure } from "~/ui/disclosure";
import { FieldErrors, PasswordField, TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { ArrowRight } from "~/ui/icons";
import type { SignupPageData } from "./signup.server";
import { signupFields, trialChoice } from "./signup-form";

type SignupPageProps = { page: SignupPageData; result: FormResult | undefined };

/** First of two sign-up pages: plan and account. docs/product/shell.md#sign-up-payment. */
export function SignupPage({ page, result }: SignupPageProps) {
  const { t } = useTranslation("payment");
  return (
    <PaymentLayout title={t("signup.title")} step={1}>
      <p className="text-18 text-ink-soft">{t("signup.intro")}</p>
      {page.problem && <PlansProblemBanner problem={page.problem} />}
      {page.problem !== "keyRequired" && <SignupForm page={page} result={result} />}
      <p>
        {t("signup.hasAccount")}{" "}
        <Link to="/login" className="font-semibold text-primary underline underline-offset-2">
          {t("signup.logIn")}
        </Link>
      </p>
    </PaymentLayout>
  );
}

function SignupForm({ page, result }: SignupPageProps) {
  const { t } = useTranslation("payment");
  const formatReasons = useReasons();
  const navigation = useNavigation();
  const isSending = navigation.state !== "idle" && navigation.formMethod === "POST";
  const [form, fields] = useForm<FormValues>({
    id: "signup",
    lastResult: result?.lastResult,
    defaultValue: { priceId: page.priceId, country: page.realm },
  });
  const field = (name: (typeof signupFields)[number]) => ({
    ...fieldProps(fields[name], formatReasons),
    label: t(`fields.${name}`),
  });
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="group/signup flex flex-col gap-5">
      <FormErrors
        formId="signup"
        lastResult={result?.lastResult}
        fields={signupFields}
        labelOf={(name) => t(`fields.${name}`)}
        formatReason={(reason) => formatReasons([reason])[0] ?? reason}
      />
      <PlanChoice
        products={page.products}
        prices={page.prices}
        name="priceId"
        id="signup-priceId"
        selected={String(fields.priceId?.initialValue ?? "")}
        errors={formatReasons(fields.priceId?.errors)}
        trial={{ value: trialChoice, days: trialDays }}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field("firstname")} autoComplete="given-name" />
        <TextField {...field("lastname")} autoComplete="family-name" />
      </div>
      <TextField {...field("email")} type="email" autoComplete="email" hint={t("signup.emailHint")} />
      <PasswordField
        {...field("password")}
        defaultValue=""
        autoComplete="new-password"
        hint={t("signup.passwordHint")}
      />
      <Country page={page} errors={formatReasons(fields.country?.errors)} />
      <ChoiceGroup
        id="signup-privacy"
        label={t("fields.privacy")}
        hideLabel
        errors={formatReasons(fields.privacy?.errors)}
      >
        <Checkbox
          name="privacy"
          defaultChecked={fields.privacy?.initialValue === "on"}
          label={
            <>
              {t("signup.privacy")}{" "}
              <Link to="/privacy" target="_blank" className="font-semibold text-primary underline underline-offset-2">
                {t("signup.privacyLink")}
              </Link>
            </>
          }
        />
      </ChoiceGroup>
      <Checkbox
        name={stayField}
        defaultChecked={fields.stay?.initialValue === "on"}
        label={t("session:login.stay", { days: stayDays })}
        hint={t("signup.stayHint")}
      />
      <Button variant="primary" size="large" iconAfter={ArrowRight} busy={isSending} wide>
        {/* The label follows the choice without script too. */}
        <span className="group-has-[[value=trial]:checked]/signup:hidden">{t("signup.next")}</span>
        <span className="hidden group-has-[[value=trial]:checked]/signup:inline">{t("trial.start")}</span>
      </Button>
      <p className="text-14 text-ink-soft">
        {t("signup.nothingCharged")}{" "}
        <span className="group-has-[[value=trial]:checked]/signup:hidden">{t("pay.renews")}</span>
      </p>
    </Form>
  );
}

/** The country of the account, which is that of the address, with links to the other countries' sites. */
function Country({ page, errors }: { page: SignupPageData; errors: readonly string[] }) {
  const { t, i18n } = useTranslation("payment");
  const names = new Intl.DisplayNames([i18n.language], { type: "region" });
  const nameOf = (realm: Realm) => names.of(realmRow(realm).countryCode) ?? realm;
  return (
    <div id="signup-country" tabIndex={-1}>
      <input type="hidden" name="country" value={page.realm} />
      <p>{t("signup.country", { country: nameOf(page.realm) })}</p>
      <FieldErrors id="signup-country-error" messages={errors} />
      {page.elsewhere.length > 0 && (
        <Disclosure title={t("signup.otherCountry")} open={errors.length > 0} className="mt-0">
          <p className="text-14 text-ink-soft">{t("signup.otherCountryText")}</p>
          <ul className="mt-1 grid grid-cols-2 gap-x-4 sm:grid-cols-3">
            {page.elsewhere.map(({ realm, address }) => (
              <li key={realm}>
                <a
                  href={address}
                  className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2"
                >
                  {nameOf(realm)}
                </a>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}
