import {
  createStandIn,
  listenStandIn
} from "./chunk-67RKOJNM.js";

// packages/stripe-stand-in/src/child.ts
import path from "node:path";
process.once("message", async ({ accounts, folder, port }) => {
  const files = path.join(import.meta.dirname, "browser");
  const standIn = createStandIn({ accounts, folder, files });
  const listening = await listenStandIn(standIn, port);
  const stop = () => void listening.close().then(() => process.exit(0));
  process.once("disconnect", stop);
  process.once("SIGTERM", stop);
  process.send?.({ port: listening.port });
});
process.on("SIGINT", () => void 0);
process.on("SIGHUP", () => void 0);
//# sourceMappingURL=child.js.map
