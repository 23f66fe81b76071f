import fontUrl from "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url";
import { data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { Links, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from "@remix-run/react";
import { type ReactNode, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useChangeLanguage } from "remix-i18next/react";
import { backendOf } from "~/clients/backend-of.server";
import { findReadingChild } from "./family/profiles.server";
import { themeOfRequest } from "./i18n/preferences.server";
import { useHolderOfPage } from "./offline/use-offline-books";
import { bcp47, realmRow } from "./realms/realm";
import { useNonce } from "./security/nonce";
import { refusesCookies } from "./session/cookies.server";
import { isFamily } from "./session/family.server";
import { optionalUser } from "./session/guard.server";
import { ErrorPage } from "./shell/error-page";
import { type ArrivedNotice, readNotice, wantsNotice } from "./shell/notice.server";
import { SetPageError, usePageTitle } from "./shell/page-title";
import { type ShellData, shellUserOf, useShellData } from "./shell/shell-data";
import { ImpersonationBar } from "./shell/status-bars";
import { useOutboxOfPage } from "./shell/use-outbox";
import { Button } from "./ui/button";
import { Form } from "./ui/form";
import { FormOwner } from "./ui/form-owner";
import { Undo2 } from "./ui/icons";
import { type Notice, NoticeProvider } from "./ui/notices";
import stylesUrl from "./ui/theme.css?url";
import { useHydrated } from "./ui/use-hydrated";

/** Milliseconds; long enough to read the notice and decide. */
const undoDuration = 12_000;

export const handle = { i18n: ["ui", "shell"] };

export const links: LinksFunction = () => [
  { rel: "preload", as: "font", type: "font/woff2", href: fontUrl, crossOrigin: "anonymous" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/touch-180.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  const user = person.kind === "user" ? person.user : null;
  const { portalAdminUrl, supportUrls, feedbackUrls, stripe } = backendOf(context).environment;
  const { notice, headers } = await readNotice(request);
  const [isWanted, child, isConsumer] = await Promise.all([
    notice !== null && (person.kind === "visitor" || wantsNotice(backendOf(context), person, notice.type)),
    person.kind === "user" ? findReadingChild(person) : null,
    person.kind === "user" && isFamily(person),
  ]);
  const shell: ShellData = {
    realm: person.realm,
    brand: realmRow(person.realm).brand,
    locale: person.locale,
    theme: await themeOfRequest(request),
    user: user && { ...shellUserOf(user, child, person.kind === "user" && person.isJoinedDevice), isConsumer },
    refusesCookies: refusesCookies(request),
    adminUrl: user?.isEmployee ? portalAdminUrl : null,
    supportUrl: supportUrls[person.realm] ?? null,
    feedbackUrl: feedbackUrls[person.realm] ?? null,
    isSignupOpen: stripe.publishableKeys[person.realm] !== undefined,
    notice: isWanted ? notice : null,
    doneId: notice?.id ?? null,
  };
  return data(shell, { headers });
}

/**
 * Whether the current page sends no script. `handle.isPlainForVisitors`: for visitors, since its links and forms work without;
 * `handle.isPlain`: for everybody.
 */
function useIsPlain(): boolean {
  const isVisitor = useShellData()?.user === null;
  const handle = useMatches().at(-1)?.handle as { isPlain?: boolean; isPlainForVisitors?: boolean } | undefined;
  return handle?.isPlain === true || (isVisitor && handle?.isPlainForVisitors === true);
}

/**
 * Whether the common style sheet is in the head. A page that renders before it has loaded links it in its body instead, because in the
 * head it would block rendering; after hydration it moves to the head, for the next page.
 */
function useStylesInHead(): boolean {
  const page = useMatches().at(-1);
  const handle = page?.handle as { asksForStyles?: (data: unknown) => boolean } | undefined;
  const isHydrated = useHydrated();
  return isHydrated || !handle?.asksForStyles?.(page?.data);
}

/** The HTML document of every page, including error pages. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useShellData();
  const { i18n } = useTranslation();
  const nonce = useNonce();
  const { title, description, setPageError: tellError } = usePageTitle();
  const isPlain = useIsPlain();
  const hasStylesInHead = useStylesInHead();
  return (
    <html
      lang={i18n.language}
      dir={i18n.dir()}
      data-brand={root?.brand ?? "fabel"}
      data-theme={root?.theme === "system" ? undefined : root?.theme}
      data-acting={root?.user?.actor ? "" : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        {/* For an error the server already renders the title that the browser sets only later. */}
        <title suppressHydrationWarning>{title}</title>
        {description && <meta name="description" content={description} />}
        {hasStylesInHead && <link rel="stylesheet" href={stylesUrl} />}
        <Links />
      </head>
      <body>
        <SetPageError.Provider value={tellError}>{children}</SetPageError.Provider>
        {!isPlain && <ScrollRestoration nonce={nonce} />}
        {!isPlain && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

/** Whether the current page has no top bar and no status bar: `handle.fillsScreen`, which may depend on the loader data. */
function useFillsScreen(): boolean {
  const page = useMatches().at(-1);
  const { fillsScreen } = (page?.handle ?? {}) as { fillsScreen?: boolean | ((data: unknown) => boolean) };
  return typeof fillsScreen === "function" ? fillsScreen(page?.data) : fillsScreen === true;
}

export default function App() {
  const root = useShellData();
  const fillsScreen = useFillsScreen();
  // The page remounts when another user is signed in, so that typed text is not passed on to them.
  const owner = root?.user?.uid ?? null;
  const reader = `${owner} ${root?.user?.child?.id ?? ""}`;
  const { key: step } = useLocation();
  useOutboxOfPage();
  useHolderOfPage();
  useChangeLanguage(root ? bcp47(root.locale) : "sv");
  return (
    <FormOwner.Provider value={owner}>
      <NoticeProvider step={step} arrived={root?.notice ? withUndo(root.notice) : null}>
        <Suspense key={reader}>
          <Outlet />
          <HydrationMark />
        </Suspense>
        {fillsScreen && <ImpersonationBar />}
      </NoticeProvider>
    </FormOwner.Provider>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <ErrorPage />
      <HydrationMark />
    </>
  );
}

/**
 * Sets `data-hydrated` on the `<html>` element once React handles the part of the page that this component is in: before that, a click
 * does what the browser does without script. It must be inside the page's Suspense boundary, which is hydrated after what surrounds it.
 */
function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  return null;
}

/** Adds a form that undoes the action to a notice. */
function withUndo({ undo, ...notice }: ArrivedNotice): Notice & { id: string } {
  if (!undo) return notice;
  return { ...notice, duration: undoDuration, action: <UndoForm {...undo} /> };
}

function UndoForm({ to, fields }: NonNullable<ArrivedNotice["undo"]>) {
  const { t } = useTranslation("ui");
  return (
    <Form method="post" action={to} className="shrink-0">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button size="small" icon={Undo2}>
        {t("undo")}
      </Button>
    </Form>
  );
}
