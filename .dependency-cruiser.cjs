/** Dependency rules between modules. `npm run dependency-rules` enforces them; scripts/dependency-rules.test.ts violates each once. */
const features =
  "^app/(browser-outbox|session|shell|classes|family|control-panel|library|offline|reader|payment|profile|settings|outbox|reading-statistics)/";
const framework =
  "node_modules/(react|react-dom|@remix-run|hono|drizzle-orm|pg|express|howler|epubjs|i18next|react-i18next|radix-ui)(/|$)";

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "nobody-imports-routes",
      severity: "error",
      from: { pathNot: "^app/routes" },
      to: { path: "^app/routes/" },
    },
    {
      name: "features-never-import-services-or-db",
      severity: "error",
      from: { path: `${features}|^app/(routes|forms|ui|realms)/` },
      to: { path: "^app/services/\\.server/|^app/db/" },
    },
    {
      // Everything else is given its backend by a loader or action.
      name: "only-the-entry-imports-the-composition-root",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/composition/|^app/entry\\.server\\.tsx$|\\.test\\.tsx?$" },
      to: { path: "^app/composition/" },
    },
    {
      name: "forms-import-no-feature",
      severity: "error",
      from: { path: "^app/forms/" },
      to: { path: `${features}|^app/routes/` },
    },
    {
      name: "services-never-import-features",
      severity: "error",
      from: { path: "^app/(services|db)/" },
      to: { path: `${features}|^app/(routes|ui|clients)/` },
    },
    {
      name: "a-service-owns-its-tables",
      severity: "error",
      from: { path: "^app/services/\\.server/([^/]+)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^app/services/\\.server/([^/]+)/tables\\.ts$", pathNot: "^app/services/\\.server/$1/tables\\.ts$" },
    },
    {
      name: "nobody-else-imports-tables",
      severity: "error",
      from: { pathNot: "^app/services/\\.server/|^app/db/|^packages/demo/|\\.test\\.tsx?$" },
      to: { path: "/tables\\.ts$" },
    },
    {
      name: "pure-modules-import-no-framework",
      severity: "error",
      from: {
        path: "^app/(realms|epub)/|^app/reader/narration/|(^|/)rules\\.ts$|\\.machine\\.ts$",
        pathNot: "\\.test\\.tsx?$",
      },
      to: { path: framework },
    },
    {
      name: "ui-imports-nothing-of-ours",
      severity: "error",
      from: { path: "^app/ui/" },
      to: { path: "^(app|server)/", pathNot: "^app/ui/" },
    },
    {
      name: "the-process-stays-below-the-app",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^server/" },
    },
    {
      name: "packages-import-nothing-of-ours",
      severity: "error",
      // The demonstration is written by the product's services, and the benchmark measures the product's modules.
      from: { path: "^packages/([^/]+)/", pathNot: "^packages/(bench|demo)/" },
      to: { path: "^(app|server|tests|scripts|packages)/", pathNot: "^packages/$1/" },
    },
    {
      name: "the-app-imports-no-package",
      severity: "error",
      from: { path: "^app/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^packages/" },
    },
    {
      name: "contracts-are-safe-in-the-browser",
      severity: "error",
      from: { path: "^app/services/contracts/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^(app|server)/", pathNot: "^app/(services/contracts|realms|epub)/" },
    },
    {
      name: "contracts-use-nothing-of-node",
      severity: "error",
      from: { path: "^app/services/contracts/", pathNot: "\\.test\\.tsx?$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "not-to-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:|^build/|\\?((worker&)?url|inline)$|\\?worker$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|\\.data|\\.cache)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
