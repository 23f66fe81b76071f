import { existsSync } from "node:fs";
import path from "node:path";
import { PostgresUnavailable } from "#server/postgres/postgres-binaries";
import { projectRoot } from "#server/project-root";
import { StartRefused } from "#server/start-refused";
import { MigrationError } from "~/db/.server/migrate";
import { type Environment, EnvironmentError, readEnvironment } from "~/environment.server";

/** Loads `.env`, validates the environment, and sets NODE_ENV to production unless it is set. */
export function startEnvironment(): Environment {
  const file = path.join(projectRoot, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  process.env.NODE_ENV ||= "production";
  return readEnvironment();
}

const expected = [EnvironmentError, StartRefused, PostgresUnavailable, MigrationError];

/** Runs an entry point; an error that the operator can fix prints one line, any other its stack. Exit code 1 for both. */
export async function runEntry(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected = expected.some((kind) => error instanceof kind);
    console.error(isExpected ? (error as Error).message : error);
    process.exitCode = 1;
    // Open pools and watchers of a failed start must not keep the process alive.
    setTimeout(() => process.exit(1), 5000).unref();
  }
}
