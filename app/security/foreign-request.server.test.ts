import { expect, it } from "vitest";
import { isForeignWrite } from "./foreign-request.server";

/** Which requests count as writes from another site. docs/security.md, line 3. */

const cases: Array<[string, string, Record<string, string>, boolean]> = [
  ["a program that sends no origin", "POST", {}, false],
  ["this site's form", "POST", { origin: "https://se.example", "sec-fetch-site": "same-origin" }, false],
  ["this site by Referer alone", "POST", { referer: "https://se.example/login?x=1" }, false],
  ["a form opened from a bookmark", "POST", { "sec-fetch-site": "none" }, false],
  ["another site's link", "GET", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, false],
  ["another site's form", "POST", { origin: "https://evil.example" }, true],
  ["another site by Referer alone", "DELETE", { referer: "https://evil.example/" }, true],
  ["another site by Sec-Fetch-Site alone", "PUT", { "sec-fetch-site": "cross-site" }, true],
  ["a sibling host by Sec-Fetch-Site alone", "POST", { "sec-fetch-site": "same-site" }, true],
  [
    "a sibling host whose page sends a Referer of ours",
    "POST",
    { "sec-fetch-site": "same-site", referer: "https://se.example/" },
    true,
  ],
  [
    "a Sec-Fetch-Site that contradicts Origin",
    "POST",
    { origin: "https://se.example", "sec-fetch-site": "cross-site" },
    true,
  ],
  ["an opaque origin", "POST", { origin: "null" }, true],
  ["another realm", "POST", { origin: "https://no.example" }, true],
  ["the same host without TLS", "POST", { origin: "http://se.example" }, true],
  ["the same host at another port", "PATCH", { origin: "https://se.example:8443" }, true],
  ["a host that begins with this site's host", "POST", { origin: "https://se.example.evil.example" }, true],
];

it.each(cases)("given %s (%s %j), then isForeignWrite is %s", (_, method, headers, isForeign) => {
  expect(isForeignWrite({ method, headers: new Headers(headers) }, "https://se.example")).toBe(isForeign);
});
