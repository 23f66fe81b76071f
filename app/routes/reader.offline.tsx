import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { OfflinePage, OfflinePageWaiting } from "~/offline/offline-page";
import { loadOfflinePage } from "~/offline/open-device.client";

export const handle = { i18n: ["reader", "offline"], title: "offline:title", fillsScreen: true };

/** What this device keeps: the same page for everybody, since the service worker stores it. docs/product/reader.md#offline. */
export default OfflinePage;

export const clientLoader = (args: ClientLoaderFunctionArgs) => loadOfflinePage(args);

export const HydrateFallback = OfflinePageWaiting;

/** It stays as it is, whatever happens elsewhere. */
export const shouldRevalidate = () => false;
