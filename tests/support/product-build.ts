import { prepareProduct } from "./running-product";

/** Vitest's global setup of the process tests: they run what is built. */
export default prepareProduct;
