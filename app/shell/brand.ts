export { brandName } from "~/realms/realm";
