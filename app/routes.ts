import { index, type RouteConfig, route } from "@remix-run/route-config";

/** Every address once: the table of contents. */
export default [
  index("routes/landing.tsx"),
  route("bookshelf", "routes/bookshelf.tsx"),
  route("shelves", "routes/bookshelf.tsx", { id: "routes/shelves" }),
  route("library", "routes/library.tsx", [
    route("bookshelf", "routes/library-bookshelf.tsx"),
    route("*", "routes/not-found.tsx", { id: "routes/library-not-found" }),
  ]),
  route("privacy", "routes/privacy.tsx"),
  route("preferences", "routes/preferences.ts"),
  route("login", "routes/login.tsx"),
  route("login/qr", "routes/login.qr.tsx"),
  route("login/ak-bibliotheken", "routes/login.ak-bibliotheken.tsx"),
  route("login/callback", "routes/login.callback.ts"),
  route("login/escalate", "routes/login.escalate.tsx"),
  route("login/act-as", "routes/login.act-as.tsx"),
  route("profile", "routes/profile.tsx"),
  route("settings", "routes/settings.tsx"),
  route("logout", "routes/logout.ts"),
  route("services/*", "routes/services.ts"),
  route("reader/:bookId", "routes/reader.tsx"),
  route("reader/:bookId/policy", "routes/reader.policy.ts"),
  route("controlpanel", "routes/controlpanel/layout.tsx", [
    index("routes/controlpanel/overview.tsx"),
    route("beta/manage", "routes/controlpanel/manage.tsx"),
    route("groups", "routes/controlpanel/groups.tsx"),
    route("groups/new", "routes/controlpanel/new-group.tsx"),
    route("groups/:id", "routes/controlpanel/group.tsx"),
    route(":kind", "routes/controlpanel/people.tsx"),
    route(":kind/new", "routes/controlpanel/new-person.tsx"),
    route(":kind/:id", "routes/controlpanel/person.tsx"),
    route(":kind/:id/delete", "routes/controlpanel/delete-person.tsx"),
    route(":kind/:id/restore", "routes/controlpanel/restore-person.tsx"),
  ]),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
