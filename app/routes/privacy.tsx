import { Privacy } from "~/shell/privacy";

export const handle = { i18n: ["privacy"] };

export default Privacy;
