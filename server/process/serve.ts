import { builtPages, runProduct } from "./product";
import { runEntry } from "./start-environment";

/** `npm run serve`: the built product, its log on standard output. */
await runEntry(() => runProduct({ logToFile: false, pages: builtPages }));
