import { SaxesParser } from "saxes";
import { namespaces } from "~/epub/xml";

class Stop extends Error {}

/**
 * Whether the reader can open a stored document: a browser must parse it as XHTML with a body, and its head must begin with the policy that
 * forbids scripts, without which the reader shows nothing (`openFrame` in app/reader/view/frame.ts).
 * @param text the document as it is stored
 */
export function isOpenable(text: string): boolean {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: string[] = [];
  let isPage = false;
  let hasPolicy = false;
  let hasBody = false;
  let firstInHead = true;
  parser.on("opentag", ({ local, uri, attributes }) => {
    const parent = open.join("/");
    open.push(uri === namespaces.xhtml ? local : "*");
    if (parent === "") isPage = local === "html" && uri === namespaces.xhtml;
    else if (parent === "html/head" && firstInHead) {
      firstInHead = false;
      hasPolicy = local === "meta" && attributes["http-equiv"]?.value.toLowerCase() === "content-security-policy";
    } else if (parent === "html" && local === "body") hasBody = true;
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.on("error", () => {
    throw new Stop();
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Stop) return false;
    throw error;
  }
  return isPage && hasPolicy && hasBody;
}
