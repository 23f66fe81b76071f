import fontUrl from "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url";
import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "@remix-run/react";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useChangeLanguage } from "remix-i18next/react";
import { getWiring } from "./clients/wiring.server";
import { localeOfRequest } from "./i18n.server";
import { useNonce } from "./nonce";
import { themeOfRequest } from "./preferences.server";
import { bcp47, realmRow } from "./realms/realm";
import { realmOfRequest } from "./realms/request-realm.server";
import type { CurrentUser } from "./session/current-user";
import { optionalUser } from "./session/guard.server";
import { brandName } from "./shell/brand";
import { ErrorPage } from "./shell/error-page";
import { takeNotice } from "./shell/notice.server";
import { type ShellData, type ShellUser, useShellData } from "./shell/shell-data";
import { NoticeProvider } from "./ui/notices";
import stylesUrl from "./ui/theme.css?url";

export const handle = { i18n: ["ui", "shell"] };

export const links: LinksFunction = () => [
  { rel: "preload", as: "font", type: "font/woff2", href: fontUrl, crossOrigin: "anonymous" },
  { rel: "stylesheet", href: stylesUrl },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const realm = realmOfRequest(request);
  const { notice, headers } = await takeNotice(request);
  const person = await optionalUser(request);
  const user = person.kind === "user" ? person.user : null;
  const shell: ShellData = {
    realm,
    brand: realmRow(realm).brand,
    locale: await localeOfRequest(request),
    theme: await themeOfRequest(request),
    user: user && shellUser(user),
    adminUrl: user?.isEmployee ? getWiring().environment.portalAdminUrl : null,
    notice,
  };
  return data(shell, { headers });
}

/** What every page may know: no more of a person leaves the server than its bars and menus show. */
function shellUser(user: CurrentUser): ShellUser {
  const { name, isEmployee, isStudent, isGuardian, isSuperUser, isConsumer, actor } = user;
  return { name, isEmployee, isStudent, isGuardian, isSuperUser, isConsumer, actor: actor && { name: actor.name } };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: brandName(data?.brand ?? "fabel") }];

/** The document around every page, error pages among them. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useShellData();
  const { i18n } = useTranslation();
  const nonce = useNonce();
  return (
    <html
      lang={i18n.language}
      dir={i18n.dir()}
      data-brand={root?.brand ?? "fabel"}
      data-theme={root?.theme === "system" ? undefined : root?.theme}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  const root = useShellData();
  useChangeLanguage(root ? bcp47(root.locale) : "sv");
  return (
    <NoticeProvider arrived={root?.notice}>
      <Suspense>
        <Outlet />
      </Suspense>
    </NoticeProvider>
  );
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
