import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { OfflinePage, OfflinePageWaiting } from "~/offline/offline-page";
import { loadOfflinePage } from "~/offline/open-device.client";

export const handle = { i18n: ["reader", "offline"], title: "offline:title", fillsScreen: true };

/** Books downloaded on this device: the same document for all users, since the service worker stores it. docs/product/reader.md#offline. */
export default OfflinePage;

export const clientLoader = (args: ClientLoaderFunctionArgs) => loadOfflinePage(args);

export const HydrateFallback = OfflinePageWaiting;

/** The page does not depend on other routes' actions. */
export const shouldRevalidate = () => false;
