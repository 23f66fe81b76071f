import { type FieldMetadata, getFormProps, getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { Link, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { stayDays } from "~/services/contracts/stay-signed-in";
import { forgotPasswordPath } from "~/session/password-reset/password-reset-paths";
import { readProblem } from "~/session/wait-in-words";
import { useShellData } from "~/shell/shell-data";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/choice";
import { PasswordField, TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { FormProblem } from "~/ui/form-problem";
import { LogIn } from "~/ui/icons";
import { loginSchema } from "./login-schema";
import { formatSignInReasons } from "./reason-messages";
import { SeveralErrors } from "./several-errors";

type LoginFormProps = {
  /** The action's result: submitted values (no passwords), errors by field. */
  lastResult: SubmissionResult<string[]> | null;
  redirectTo: string;
  username: string;
  /** Whether the box for staying signed in is ticked at first. */
  staysSignedIn: boolean;
  /** Query of an authorize request that led here. */
  authorize: string | null;
  /** Whether the form asks for a new password too. */
  mustChangePassword: boolean;
};

/** Username and password; works without script. A wrong pair is reported above the form, since neither field alone is wrong. */
export function LoginForm({
  lastResult,
  redirectTo,
  username,
  staysSignedIn,
  authorize,
  mustChangePassword,
}: LoginFormProps) {
  const { t, i18n } = useTranslation("session");
  const isSignupOpen = useShellData()?.isSignupOpen ?? false;
  const navigation = useNavigation();
  const isSending = navigation.state !== "idle" && navigation.formMethod === "POST";
  const [form, fields] = useForm({
    id: "login",
    lastResult,
    defaultValue: { username, stay: staysSignedIn ? "on" : undefined },
    constraint: getZodConstraint(loginSchema),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: loginSchema, disableAutoCoercion: true }),
  });
  const formErrors = form.errors ?? [];
  return (
    <Form method="post" {...getFormProps(form)} className="flex flex-col gap-4" noValidate data-login>
      {formErrors.length > 0 && (
        <FormProblem of={lastResult}>
          {formErrors.map((error) => {
            const { problem, wait } = readProblem(error, i18n.language);
            return <p key={problem}>{t(`login.problems.${problem}`, { wait })}</p>;
          })}
        </FormProblem>
      )}
      <SeveralErrors
        formId="login"
        lastResult={lastResult}
        labels={{
          username: t("login.username"),
          password: t(mustChangePassword ? "login.firstPassword" : "login.password"),
          newPassword: t("login.newPassword"),
          newPasswordAgain: t("login.newPasswordAgain"),
        }}
      />
      <input type="hidden" name="redirect" value={redirectTo} />
      {authorize !== null && <input type="hidden" name="authorize" value={authorize} />}
      <TextField
        {...getInputProps(fields.username, { type: "text" })}
        key={fields.username.key}
        label={t("login.username")}
        hint={t("login.usernameHint")}
        errors={formatSignInReasons(t, fields.username.errors)}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField
        {...getInputProps(fields.password, { type: "password", value: false })}
        key={fields.password.key}
        label={t(mustChangePassword ? "login.firstPassword" : "login.password")}
        errors={formatSignInReasons(t, fields.password.errors)}
        autoComplete="current-password"
      />
      {mustChangePassword && <NewPassword first={fields.newPassword} again={fields.newPasswordAgain} />}
      <Checkbox
        {...getInputProps(fields.stay, { type: "checkbox" })}
        key={fields.stay.key}
        label={t("login.stay", { days: stayDays })}
        hint={t("login.stayHint")}
      />
      <Button variant="primary" size="large" icon={LogIn} wide busy={isSending}>
        {t("login.submit")}
      </Button>
      {!mustChangePassword && (
        <Link
          to={forgotPasswordPath}
          className="inline-flex min-h-11 items-center self-center font-semibold text-primary underline-offset-2 hover:underline"
        >
          {t("forgot.link")}
        </Link>
      )}
      {!mustChangePassword && isSignupOpen && (
        <p className="text-center">
          {t("login.newHere")}{" "}
          <Link to="/signup" reloadDocument className="font-semibold text-primary underline underline-offset-2">
            {t("login.signUp")}
          </Link>
        </p>
      )}
    </Form>
  );
}

type NewPasswordProps = Record<"first" | "again", FieldMetadata<string>>;

/** The password that replaces the right one, typed twice. */
function NewPassword({ first, again }: NewPasswordProps) {
  const { t } = useTranslation("session");
  return (
    <>
      <PasswordField
        {...getInputProps(first, { type: "password", value: false })}
        key={first.key}
        label={t("login.newPassword")}
        hint={t("login.newPasswordHint")}
        errors={formatSignInReasons(t, first.errors)}
        autoComplete="new-password"
      />
      <PasswordField
        {...getInputProps(again, { type: "password", value: false })}
        key={again.key}
        label={t("login.newPasswordAgain")}
        errors={formatSignInReasons(t, again.errors)}
        autoComplete="new-password"
      />
    </>
  );
}
