import { Privacy } from "~/shell/privacy";

export const handle = { i18n: ["privacy"], title: "privacy:title", isPlainForVisitors: true };

export default Privacy;
