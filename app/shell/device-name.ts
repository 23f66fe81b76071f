import { useTranslation } from "react-i18next";
import { readUserAgent } from "~/services/contracts/device-name";

/** Names a device by its user agent: 'Chrome on Windows'. */
export function useDeviceName(): (userAgent: string | null) => string {
  const { t } = useTranslation("ui");
  return (userAgent) => {
    const { browser, system } = readUserAgent(userAgent);
    if (browser !== null && system !== null) return t("device.name", { browser, system });
    return browser ?? system ?? t("device.unknown");
  };
}
