import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useState } from "react";
import { useShellData } from "./shell-data";

/** Delay in ms before preloading, so that the page loads first. */
const afterPage = 2000;
const loadDialog = () => import("./unsent-dialog.client");
const UnsentDialog = lazy(async () => ({ default: (await loadDialog()).UnsentDialog }));

/** Maximum wait in ms for unsent changes before logging out. */
const timeLimit = 3000;

/**
 * The link that logs out. Unsent changes of the browser are sent first; if that fails, a dialog asks whether to log out: they are then sent
 * at the user's next sign-in in this browser. Without script the link simply logs out. docs/product/reader.md#offline.
 */
export function LogOutLink({ href, className, children }: { href: string; className: string; children: ReactNode }) {
  const shell = useShellData();
  const uid = shell?.user && !shell.user.actor ? shell.user.uid : null;
  const profileId = shell?.user?.child?.id ?? null;
  const [unsent, setUnsent] = useState(0);
  const leave = () => window.location.assign(href);
  // Preload the dialog: it is needed without a network, when it can no longer be loaded.
  useEffect(() => {
    if (uid === null) return;
    const timer = setTimeout(() => loadDialog().catch(() => undefined), afterPage);
    return () => clearTimeout(timer);
  }, [uid]);

  async function countUnsent(): Promise<number> {
    if (uid === null) return 0;
    const { browserOutbox } = await import("~/browser-outbox/open-outbox.client");
    const outbox = browserOutbox({ uid, profileId });
    if ((await outbox.count()) === 0) return 0;
    await Promise.race([outbox.flush(), new Promise((resolve) => setTimeout(resolve, timeLimit))]);
    return outbox.count();
  }

  function press(event: MouseEvent) {
    // Clicks that open a new tab or window are left to the browser.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    countUnsent().then(
      (count) => (count > 0 ? setUnsent(count) : leave()),
      () => leave(),
    );
  }

  return (
    <>
      <a href={href} className={className} onClick={press}>
        {children}
      </a>
      {unsent > 0 && (
        <Suspense fallback={null}>
          <UnsentDialog leave={leave} stay={() => setUnsent(0)} />
        </Suspense>
      )}
    </>
  );
}
