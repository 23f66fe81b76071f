/** The highlight on words that are drawn: backgrounds and outlines of CSS show nothing in a drawing. EPUB 3.3, media overlays in SVG. */

const svgNamespace = "http://www.w3.org/2000/svg";

/** What a class can change about a drawn element so that one sees it. */
const visible = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "opacity",
  "filter",
  "visibility",
  "text-decoration",
];

/** How an element and what is drawn in it look; compared before and after a class is set. */
export function drawnLook(element: Element): string {
  const view = element.ownerDocument.defaultView;
  // A group shows what is in it; its first text or shape usually shows whether the class applies to it.
  const drawn = [element, ...Array.from(element.querySelectorAll("*")).slice(0, 8)];
  return drawn
    .map((one) => {
      const style = view?.getComputedStyle(one);
      return visible.map((name) => style?.getPropertyValue(name)).join(" ");
    })
    .join("|");
}

export function isDrawn(element: Element): element is SVGGraphicsElement {
  return element.namespaceURI === svgNamespace && "getBBox" in element;
}

/**
 * Lays a marker over a drawn element: multiplied with what is below it, so that words stay as dark as they are.
 * @returns a function that removes it
 */
export function markDrawn(element: SVGGraphicsElement, colour: string): () => void {
  const rect = element.ownerDocument.createElementNS(svgNamespace, "rect");
  const { x, y, width, height } = element.getBBox();
  const room = Math.min(height * 0.1, 8);
  const place = { x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room, rx: room * 2 };
  for (const [name, value] of Object.entries(place)) rect.setAttribute(name, String(value));
  rect.setAttribute("data-fabel-highlight", "");
  rect.setAttribute("style", `fill:${colour};stroke:none;mix-blend-mode:multiply;pointer-events:none`);
  // Parts of a text are placed by the text around them.
  const whole = element.closest("text") ?? element;
  const transform = whole.getAttribute("transform");
  if (transform !== null) rect.setAttribute("transform", transform);
  whole.after(rect);
  return () => rect.remove();
}
