import { once } from "node:events";
import { startProductForBrowsers } from "./product-for-browsers";

/**
 * The product of the browser tests as a process of its own, for several runs: prints the variables that name it as one line of JSON, and
 * stops when its standard input ends.
 */
const { environment, stop } = await startProductForBrowsers();
console.log(JSON.stringify(environment));
await once(process.stdin.resume(), "end");
await stop();
