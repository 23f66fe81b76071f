import { builtPages, runProduct } from "./product";
import { runEntry } from "./start-environment";

/** `npm start`: the product with demo data; logs to a file, so that the last line on the terminal is the address. */
process.env.DEMO ||= "1";
await runEntry(() => runProduct({ logToFile: true, pages: builtPages }));
