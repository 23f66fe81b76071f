import { createRequestHandler } from "@remix-run/node";
import {
  Form as AliveForm,
  Link as AliveLink,
  NavLink as AliveNavLink,
  type FormProps,
  type LinkProps,
  RemixServer,
} from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Form } from "./form";
import { Link, NavLink } from "./link";
import { Writer } from "./writer";

/** What some links come to on a page: ours, then the framework's. */
async function written(here: string, ours: JSX.Element, theirs: JSX.Element): Promise<string[]> {
  const page = (
    <>
      {ours}
      <hr />
      {theirs}
    </>
  );
  const root = { id: "root", path: "*", module: { default: () => page, loader: () => null } };
  const entry = {
    default: (request: Request, _status: number, _headers: Headers, context: never) =>
      new Response(renderToString(<RemixServer context={context} url={request.url} />)),
  };
  const assets = {
    entry: { imports: [], module: "" },
    routes: { root: { ...root, module: "" } },
    url: "",
    version: "",
  };
  const future = { v3_singleFetch: true };
  const build = { mode: "test", entry: { module: entry }, routes: { root }, assets, future, publicPath: "/" };
  const answer = await createRequestHandler(build as never, "production")(new Request(`http://localhost${here}`));
  const html = (await answer.text()).replace(/<!--.*?-->/g, "");
  return html.split("<hr/>").map((part) => (part.match(/[^\s<>]+="[^"]*"|[^\s<>]+/g) ?? []).sort().join(" "));
}

const links: Array<Omit<LinkProps, "children">> = [
  { to: "/" },
  { to: "/a/b?c=d&e=f" },
  { to: "/a/" },
  { to: "/a?" },
  { to: "/a#b" },
  { to: "//elsewhere.example/" },
  { to: "https://elsewhere.example/a" },
  { to: "?page=2" },
  { to: "../up" },
  { to: { pathname: "/a", search: "?b=c" } },
  { to: "/a", reloadDocument: true },
  { to: "/a", discover: "none" },
  { to: "/a", prefetch: "intent", preventScrollReset: true, replace: true, state: { a: 1 }, relative: "path" },
  { to: "/a", className: "x", title: 'é & "', rel: "nofollow", "aria-current": "true" },
];

describe("a written link", () => {
  it.each(links.map((link) => [JSON.stringify(link.to), link] as const))(
    "to %s is the framework's",
    async (_, link) => {
      const [ours, theirs] = await written("/x/y", <Link {...link}>Go</Link>, <AliveLink {...link}>Go</AliveLink>);
      expect(ours).toBe(theirs);
      expect(ours).toContain("href=");
    },
  );
});

describe("a written link that knows where one is", () => {
  const look = ({ isActive }: { isActive: boolean }) => (isActive ? "current" : "other");
  const here = ["/", "/a", "/A/b", "/ab", "/a/"];
  const ways = ["/", "/a", "/a/", "/a/b", "/a?b=c", "a", "/a#b"];
  it.each(here.flatMap((path) => ways.map((to) => [path, to] as const)))("on %s to %s", async (path, to) => {
    for (const end of [true, false]) {
      const shown = { to, end, className: look, children: "Go" };
      const [ours, theirs] = await written(path, <NavLink {...shown} />, <AliveNavLink {...shown} />);
      expect(ours).toBe(theirs);
    }
  });
});

const forms: FormProps[] = [
  { action: "/" },
  { action: "/a/b?c=d&e=f", method: "post", className: "x", onSubmit: () => {} },
  { action: "/a", method: "get", role: "search", reloadDocument: true },
  { action: "/a", method: "put", discover: "none" },
  { action: "?page=2", method: "post" },
  { action: "../up" },
  { method: "post", preventScrollReset: true, replace: true },
];

describe("a written form", () => {
  it.each(forms.map((form) => [String(form.action), form] as const))("to %s is the framework's", async (_, form) => {
    const [ours, theirs] = await written("/x/y", <Form {...form}>Go</Form>, <AliveForm {...form}>Go</AliveForm>);
    expect(ours).toBe(theirs);
    expect(ours).toContain("action=");
  });

  it.each(forms.map((form) => [String(form.action), form] as const))("to %s says who wrote it", async (_, form) => {
    const field = <input type="hidden" name="written-as" value="anna" />;
    const isPosted = form.method === "post";
    const [ours, theirs] = await written(
      "/x/y",
      <Writer.Provider value="anna">
        <Form {...form}>Go</Form>
      </Writer.Provider>,
      <AliveForm {...form}>{isPosted && field}Go</AliveForm>,
    );
    expect(ours).toBe(theirs);
    expect(ours?.includes("anna")).toBe(isPosted);
  });
});
