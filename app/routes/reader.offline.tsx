import { OfflinePage } from "~/offline/offline-page";

export const handle = { i18n: ["reader", "offline"], title: "offline:title", fillsScreen: true };

/** What this device keeps: the same page for everybody, since the service worker stores it. docs/product/reader.md#offline. */
export default OfflinePage;

/** It stays as it is, whatever happens elsewhere. */
export const shouldRevalidate = () => false;
