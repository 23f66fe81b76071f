import { expect, it } from "vitest";
import { inlineScripts } from "./inline-scripts";

it("inlineScripts returns inline scripts without script files, data and empty elements", () => {
  const html = `<script nonce="n">one()</script><script type="module" nonce=n>two()</script>
    <script src="/a.js"></script><script type="application/json">{"a":1}</script><script></script>
    <SCRIPT type='text/javascript'>three()
    </SCRIPT>`;
  expect(inlineScripts(html).map((text) => text.trim())).toEqual(["one()", "two()", "three()"]);
});
