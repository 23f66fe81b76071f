import { index, type RouteConfig, route } from "@remix-run/route-config";

/** Every address once: the table of contents. */
export default [
  index("routes/landing.tsx"),
  route("privacy", "routes/privacy.tsx"),
  route("preferences", "routes/preferences.ts"),
  route("login", "routes/login.tsx"),
  route("login/callback", "routes/login.callback.ts"),
  route("logout", "routes/logout.ts"),
  route("services/*", "routes/services.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
