import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";

export type DemoAccount = { username: string; kind: "super" | "admin" | "teacher" | "student" | "guardian" | "family" };

type DemoAccountsProps = { accounts: DemoAccount[]; password: string; redirectTo: string };

/** The demonstration's people, one tap each; only there in demo mode. Without script too, since each is a small form. */
export function DemoAccounts({ accounts, password, redirectTo }: DemoAccountsProps) {
  const { t } = useTranslation("session");
  return (
    <section aria-labelledby="demo-accounts" className="flex flex-col gap-3">
      <h2 id="demo-accounts" className="text-18">
        {t("demo.title")}
      </h2>
      <p className="text-14 text-ink-soft">
        {t("demo.text")} <code className="select-all rounded-control bg-sunken px-1.5 py-0.5">{password}</code>
      </p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {accounts.map(({ username, kind }) => (
          <li key={username}>
            <Form method="post" action="/login">
              <input type="hidden" name="username" value={username} />
              <input type="hidden" name="password" value={password} />
              <input type="hidden" name="redirect" value={redirectTo} />
              <Button wide className="!justify-start text-start">
                <span className="block">{t(`demo.${kind}`)}</span>
                <span className="block font-normal text-14 text-ink-soft">{username}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
