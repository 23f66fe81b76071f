import { prepareProduct } from "./running-product";

/** Vitest's global setup of the process tests, which run the built product. */
export default prepareProduct;
