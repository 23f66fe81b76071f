import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Auth, Contract } from "~/services/contracts/contract";
import { serviceContracts } from "~/services/contracts/service-contracts";

/** Generates docs/api.md from the contracts: `npm run api-page`. */

const callers: Record<Auth, string> = {
  bearer: "token",
  country: "no token, `x-country`",
  optional: "token or `x-country`",
  none: "anybody",
};

/** The page's text, one table per service, rows in the contracts' order. */
export function apiPage(): string {
  const services = Object.entries(serviceContracts).map(([name, contracts]) => {
    const published = Object.entries(contracts as Record<string, Contract>).filter(([, { isInternal }]) => !isInternal);
    const rows = published.map(([call, contract]) => row(call, contract));
    return [`## ${name}`, "", `Below \`/services/${name}\`.`, "", header, rule, ...rows, ""].join("\n");
  });
  return `${introduction}\n${services.join("\n")}`;
}

const introduction = `# Calls

Every call of every service but the page reads (decision 79), printed from the contracts in \`app/services/contracts\` by \`npm run api-page\`. A running product prints what goes in
and out of each, as OpenAPI, at \`/services/{service}/openapi.json\`. Status codes and errors: [product/choices.md](product/choices.md#wire).
`;
const header = "| call | method | path | who | statuses | from |";
const rule = "| --- | --- | --- | --- | --- | --- |";

function row(call: string, { method, path, auth, responses, source }: Contract): string {
  const statuses = Object.keys(responses).join(", ");
  return `| ${call} | ${method} | \`${path}\` | ${callers[auth]} | ${statuses} | ${source} |`;
}

export const apiPageFile = fileURLToPath(new URL("../docs/api.md", import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(apiPageFile, apiPage());
  execFileSync("git", ["diff", "--stat", "--", apiPageFile], { stdio: "inherit" });
}
