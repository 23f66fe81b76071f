import { expect, test } from "vitest";
import { sameOriginPath } from "./same-origin-path";

test.each([
  ["/bookshelf", "/bookshelf"],
  ["/bookshelf?q=sol&lang=sv", "/bookshelf?q=sol&lang=sv"],
  ["/a#b", "/a"],
  ["https://evil.example/", "/"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["/%2e%2e//evil.example", "/"],
  ["/..//evil.example", "/"],
  ["bookshelf", "/"],
  ["javascript:alert(1)", "/"],
  ["/logout", "/"],
  ["/logout?redirect=%2Fbookshelf", "/"],
  ["/LogOut/", "/"],
  ["/%6cogout//", "/"],
  ["/logout.data", "/"],
  ["/logout/.data?x", "/"],
  ["/bookshelf/../logout#x", "/"],
  ["/log\tout", "/"],
  ["/%zz", "/%zz"],
  ["/services/auth/logout", "/"],
  ["/Services/auth/logout?x", "/"],
  ["/logouts", "/logouts"],
  ["/reader/logout", "/reader/logout"],
  ["", "/"],
  [null, "/"],
])("given %s, then the path is %s", (value, path) => {
  expect(sameOriginPath(value)).toBe(path);
});
