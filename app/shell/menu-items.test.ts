import { expect, test } from "vitest";
import { currentUser } from "~/session/current-user";
import { burgerItems } from "./menu-items";
import { type ShellUser, shellUserOf } from "./shell-data";

const nobody: ShellUser = {
  uid: "u",
  name: "Ada",
  isEmployee: false,
  isStudent: false,
  isGuardian: false,
  isSuperUser: false,
  isConsumer: false,
  isOfferedStepUp: false,
  actor: null,
  child: null,
  isJoinedDevice: false,
};
const teacher = { ...nobody, isEmployee: true };
const links = { supportUrl: "https://help.example", feedbackUrl: "https://feedback.example" };
const insecure = { ...teacher, isOfferedStepUp: true };
const superUser = { ...teacher, isSuperUser: true };
const student = { ...nobody, isStudent: true };
const guardian = { ...nobody, isGuardian: true };

const ids = (...place: [Parameters<typeof burgerItems>[0]]) => burgerItems(...place).map((item) => item.id);

test("a visitor sees home, support and, on small screens, log in", () => {
  expect(ids({ ...links, user: null, path: "/privacy" })).toEqual(["home", "support", "logIn"]);
  const logIn = burgerItems({ ...links, user: null, path: "/privacy?x=1" }).at(-1);
  expect(logIn).toEqual({ id: "logIn", href: "/login?redirect=%2Fprivacy%3Fx%3D1", onSmallScreensOnly: true });
});

test.each([
  ["/login?reauthenticate=true&redirect=%2Fprofile%3Fa%3Db", "/login?redirect=%2Fprofile%3Fa%3Db"],
  ["/login/qr?redirect=%2Fprofile", "/login?redirect=%2Fprofile"],
  ["/login", "/login"],
])("the login link on %s keeps the given redirect", (path, href) => {
  expect(burgerItems({ ...links, user: null, path }).at(-1)?.href).toBe(href);
});

test("home is hidden on the home page, with or without a query", () => {
  expect(ids({ ...links, user: student, path: "/" })).not.toContain("home");
  expect(ids({ ...links, user: student, path: "/?a=b" })).not.toContain("home");
  expect(ids({ ...links, user: student, path: "/bookshelf" })).toContain("home");
});

test("students and guardians see no user management, step-up or feedback", () => {
  for (const user of [student, guardian]) {
    expect(ids({ ...links, user, path: "/bookshelf" })).toEqual(["home", "profile", "support", "logOut"]);
  }
});

test("employees see user management, and step-up and feedback if available", () => {
  expect(ids({ ...links, user: insecure, path: "/x" })).toEqual([
    "home",
    "profile",
    "manageUsers",
    "support",
    "escalateLogin",
    "feedback",
    "logOut",
  ]);
  expect(ids({ ...links, user: teacher, path: "/x" })).not.toContain("escalateLogin");
  const unset = { supportUrl: null, feedbackUrl: null };
  expect(ids({ ...unset, user: teacher, path: "/x" })).toEqual(["home", "profile", "manageUsers", "logOut"]);
});

test("step-up is offered in Sweden, without a secure login, super user scope or actor", () => {
  const identity = {
    realm: "se" as const,
    uid: "u",
    name: "Ada",
    preferredName: null,
    username: "ada",
    email: null,
    sharedAccount: false,
    roles: ["employee" as const],
    scopes: ["openid"],
    subscriptions: [],
    amr: ["pwd"],
    acr: null,
    authTime: 0,
    actor: null,
  };
  const isOffered = (more: Partial<Parameters<typeof currentUser>[0]>) =>
    shellUserOf(currentUser({ ...identity, ...more })).isOfferedStepUp;
  expect(isOffered({})).toBe(true);
  expect(isOffered({ scopes: ["ilt.user.se.write"] })).toBe(false);
  expect(isOffered({ acr: "secure" })).toBe(false);
  expect(isOffered({ actor: { id: "1", name: "Eva" } })).toBe(false);
  expect(isOffered({ realm: "fr" })).toBe(false);
});

test("the admin link is in the menu on small screens only", () => {
  const adminUrl = "https://admin.example";
  expect(burgerItems({ ...links, user: teacher, path: "/x", adminUrl }).find(({ id }) => id === "admin")).toEqual({
    id: "admin",
    href: adminUrl,
    isExternal: true,
    onSmallScreensOnly: true,
  });
});

test.each([
  ["teacher", teacher, "/controlpanel"],
  ["super user", superUser, "/controlpanel/beta/manage"],
])("a %s is linked to user management at %s", (_, user, href) => {
  const item = burgerItems({ ...links, user, path: "/x" }).find(({ id }) => id === "manageUsers");
  expect(item?.href).toBe(href);
});

test("given a family, then the menu has 'Who is reading?'; while a child reads, the profile is for parents", () => {
  const family = { ...guardian, isConsumer: true };
  const child = { id: "c", name: "Alma", avatar: "fox" };
  const rows = (user: ShellUser) => burgerItems({ user, path: "/bookshelf", supportUrl: null, feedbackUrl: null });
  expect(rows(family).map(({ id }) => id)).toEqual(["home", "whoIsReading", "profile", "logOut"]);
  expect(rows(family).some(({ isForParents }) => isForParents)).toBe(false);
  expect(rows({ ...family, child }).find(({ id }) => id === "profile")).toMatchObject({ isForParents: true });
});

test.each([
  [student, "students"],
  [guardian, "guardians"],
  [teacher, "employees"],
])("logging out while acting as a user redirects to that user's page", (user, kind) => {
  const acted = { ...user, actor: { name: "Margaret" } };
  const href = burgerItems({ ...links, user: acted, path: "/bookshelf" }).at(-1)?.href;
  expect(href).toBe(`/logout?redirect=%2Fcontrolpanel%2F${kind}%2Fu`);
  expect(burgerItems({ ...links, user, path: "/bookshelf" }).at(-1)?.href).toBe("/logout");
});
