import { builtPages, runProduct } from "./product";
import { runEntry } from "./start-environment";

/** `npm run serve`: the built product; logs to standard output. */
await runEntry(() => runProduct({ logToFile: false, pages: builtPages, isForOthers: true }));
