import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test("given a program whose last work was a password, then it gets the hash and ends by itself", async () => {
  const program = `import("./app/services/.server/auth/passwords/password-hash.ts").then(async ({ passwordHasher }) => {
    const { hash, verify } = passwordHasher();
    const hashed = await hash("demo-Passw0rd");
    console.log(await verify(hashed, "demo-Passw0rd"), await verify(hashed, "another"));
  })`;
  const args = ["--import", "tsx", "--eval", program];
  const { stdout } = await run(process.execPath, args, { timeout: 40_000 });
  expect(stdout).toBe("true false\n");
});
