import { Privacy } from "~/shell/privacy";

export const handle = { i18n: ["privacy"], isPlainForVisitors: true };

export default Privacy;
