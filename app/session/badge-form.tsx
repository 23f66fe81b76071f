import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { TextField } from "~/ui/field";
import { readBadge, spacedBadge } from "../services/contracts/badge";
import { BadgeCamera } from "./badge-camera";
import { sayReasons } from "./reasons";
import type { WayAnswer } from "./way-answer";
import { WayForm } from "./way-form";
import type { WayPage } from "./ways.server";

/**
 * The code of a badge: from the address's fragment, which no server sees, from the camera, else typed. A scanned badge is sent at once; where
 * somebody is signed in already, they are asked first, so that no link puts another in their place.
 */
export function BadgeForm({ redirectTo, authorize, signedInName, answer }: WayPage & { answer: WayAnswer | null }) {
  const { t } = useTranslation("session");
  const form = useRef<HTMLFormElement>(null);
  const [badge, setBadge] = useState("");
  // How often a badge was read: each reading is sent, a second one too.
  const [scans, setScans] = useState(0);
  const scanned = useCallback((code: string) => {
    setBadge(spacedBadge(code));
    setScans((count) => count + 1);
  }, []);

  useEffect(() => {
    const take = () => {
      const code = readBadge(window.location.hash);
      if (code === null) return;
      // The code stays neither in the address nor in the history.
      window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
      scanned(code);
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, [scanned]);

  useEffect(() => {
    if (scans > 0 && signedInName === null) form.current?.requestSubmit();
  }, [scans, signedInName]);

  return (
    <WayForm ref={form} problem={answer?.problem ?? null} redirectTo={redirectTo} authorize={authorize}>
      <BadgeCamera onCode={scanned} />
      {signedInName !== null && <Banner type="info">{t("qr.signedIn", { name: signedInName })}</Banner>}
      <TextField
        name="badge"
        label={t("qr.code")}
        hint={t("qr.hint")}
        errors={sayReasons(t, answer?.errors.badge)}
        value={badge}
        onChange={(event) => setBadge(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={500}
      />
    </WayForm>
  );
}
