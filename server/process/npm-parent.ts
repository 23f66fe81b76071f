import path from "node:path";
import { projectRoot } from "#server/project-root";

/** Milliseconds between looks at the parent process. */
const lookEvery = 500;

/** Scripts of package.json that run the product. */
const scripts = ["start", "serve", "dev"];

/**
 * Stops this process (SIGTERM) when the shell in which npm runs it has ended. npm passes a signal on to that shell only, which ends by it
 * without telling its own child. A process that npm did not start by one of these scripts may outlive its parent: with `&`, nohup, setsid.
 * @returns a function that ends the watch
 */
export function stopWithNpm(environment: NodeJS.ProcessEnv = process.env): () => void {
  if (!isStartedByNpm(environment)) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, lookEvery);
  timer.unref();
  return () => clearInterval(timer);
}

/** npm names the script and its package to the processes of the script. */
function isStartedByNpm({ npm_lifecycle_event: script, npm_package_json: file }: NodeJS.ProcessEnv): boolean {
  return scripts.includes(script ?? "") && file !== undefined && path.dirname(path.resolve(file)) === projectRoot;
}
