/** Highlight for SVG text, since CSS backgrounds and outlines have no effect in SVG. EPUB 3.3, media overlays in SVG. */

const svgNamespace = "http://www.w3.org/2000/svg";

/** Properties with which a class can visibly change an SVG element. */
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

/** Computed appearance of an element and its descendants; compared before and after a class is set. */
export function drawnLook(element: Element): string {
  const view = element.ownerDocument.defaultView;
  // A group's appearance is that of its children; the first few usually show whether the class applies.
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
 * Draws a marker over an SVG element, blended by multiplication so that the text remains dark.
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
  // A tspan is positioned by its text element, so that element's transform is used.
  const whole = element.closest("text") ?? element;
  const transform = whole.getAttribute("transform");
  if (transform !== null) rect.setAttribute("transform", transform);
  whole.after(rect);
  return () => rect.remove();
}
