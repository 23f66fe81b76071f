import { expect, test } from "vitest";
import { burgerItems } from "./menu-items";
import type { ShellUser } from "./shell-data";

const nobody: ShellUser = {
  uid: "u",
  name: "Ada",
  isEmployee: false,
  isStudent: false,
  isGuardian: false,
  isSuperUser: false,
  isConsumer: false,
  actor: null,
};
const teacher = { ...nobody, isEmployee: true };
const superUser = { ...teacher, isSuperUser: true };
const student = { ...nobody, isStudent: true };
const guardian = { ...nobody, isGuardian: true };

const ids = (...place: [Parameters<typeof burgerItems>[0]]) => burgerItems(...place).map((item) => item.id);

test("a visitor: home, support, log in on small screens", () => {
  expect(ids({ realm: "se", user: null, path: "/privacy" })).toEqual(["home", "support", "logIn"]);
  const logIn = burgerItems({ realm: "se", user: null, path: "/privacy?x=1" }).at(-1);
  expect(logIn).toEqual({ id: "logIn", href: "/login?redirect=%2Fprivacy%3Fx%3D1", onSmallScreensOnly: true });
});

test.each([
  ["/login?reauthenticate=true&redirect=%2Fprofile%3Fa%3Db", "/login?redirect=%2Fprofile%3Fa%3Db"],
  ["/login/qr?redirect=%2Fprofile", "/login?redirect=%2Fprofile"],
  ["/login", "/login"],
])("the way back from %s is the one that it was given", (path, href) => {
  expect(burgerItems({ realm: "se", user: null, path }).at(-1)?.href).toBe(href);
});

test("home is hidden on the home page, whatever its query", () => {
  expect(ids({ realm: "se", user: student, path: "/" })).not.toContain("home");
  expect(ids({ realm: "se", user: student, path: "/?a=b" })).not.toContain("home");
  expect(ids({ realm: "se", user: student, path: "/bookshelf" })).toContain("home");
});

test("students and guardians: no managing, no step-up, no feedback", () => {
  for (const user of [student, guardian]) {
    expect(ids({ realm: "se", user, path: "/bookshelf" })).toEqual(["home", "profile", "support", "logOut"]);
  }
});

test("employees manage users; step-up in Sweden alone; feedback where there is a link", () => {
  expect(ids({ realm: "se", user: teacher, path: "/x" })).toEqual([
    "home",
    "profile",
    "manageUsers",
    "support",
    "escalateLogin",
    "feedback",
    "logOut",
  ]);
  expect(ids({ realm: "fr", user: teacher, path: "/x" })).not.toContain("escalateLogin");
  expect(ids({ realm: "us", user: teacher, path: "/x" })).not.toContain("feedback");
});

test.each([
  ["teacher", teacher, "/controlpanel"],
  ["super user", superUser, "/controlpanel/beta/manage"],
])("a %s manages users at %s", (_, user, href) => {
  const item = burgerItems({ realm: "de", user, path: "/x" }).find(({ id }) => id === "manageUsers");
  expect(item?.href).toBe(href);
});
