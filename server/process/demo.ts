import { builtPages, runProduct } from "./product";
import { runEntry } from "./start-environment";

/** What `npm start` runs: the product with the demo people, its log in a file, so that the last line says where it is. */
process.env.DEMO ||= "1";
await runEntry(() => runProduct({ logToFile: true, pages: builtPages }));
