import type { Appearance } from "./frame-messages";

/** Colours and sizes of the themes, by the names in Stripe's appearance. */
const themes: Record<string, Record<string, string>> = {
  stripe: {
    colorPrimary: "#0570de",
    colorBackground: "#ffffff",
    colorText: "#30313d",
    colorTextSecondary: "#5c5f6b",
    colorTextPlaceholder: "#757680",
    colorDanger: "#c0123c",
    colorBorder: "#8d8f99",
    fontFamily: "system-ui, sans-serif",
    fontSizeBase: "16px",
    spacingUnit: "4px",
    borderRadius: "5px",
  },
  night: {
    colorPrimary: "#85d996",
    colorBackground: "#30313d",
    colorText: "#ffffff",
    colorTextSecondary: "#c7c8d0",
    colorTextPlaceholder: "#a6a8b3",
    colorDanger: "#fe87a1",
    colorBorder: "#8d8f99",
  },
  flat: { colorBackground: "#f1f1f1", borderRadius: "4px" },
};

const variableName = /^[A-Za-z0-9]+$/;
/** Values that can neither end a declaration nor load anything. */
const safeValue = /^(?!.*url\()[^;{}<>@\\]*$/i;
const selector =
  /^\.(Input|Label|Error|Block|Text)(--[a-z]+)?(:(hover|focus|focus-visible|disabled|autofill)|::placeholder)?$/i;
const property = /^[a-z-]+$/;

/** An appearance as a style sheet: variables as custom properties, then rules for the named parts. */
export function styleSheetOf({ theme = "stripe", variables = {}, rules = {} }: Appearance): string {
  const values = { ...themes.stripe, ...themes[theme], ...variables };
  const lines = Object.entries(values)
    .filter(([name, value]) => variableName.test(name) && safeValue.test(String(value)))
    .map(([name, value]) => `--${kebab(name)}: ${value};`);
  const blocks = Object.entries(rules)
    .filter(([name]) => selector.test(name))
    .map(([name, declarations]) => `${name} { ${declarationsOf(declarations)} }`);
  return [`:root { ${lines.join(" ")} }`, ...blocks].join("\n");
}

/** The older `style` option of a card element: `base` and `invalid`, each with pseudo-classes. */
export function styleSheetOfCard(style: Record<string, Record<string, unknown>>): string {
  const parts = { base: ".Input", invalid: ".Input--invalid" } as const;
  return Object.entries(parts)
    .flatMap(([name, target]) => {
      const given = style[name];
      if (!given) return [];
      const plain = Object.entries(given).filter(([, value]) => typeof value === "string") as Array<[string, string]>;
      return [`${target} { ${declarationsOf(Object.fromEntries(plain))} }`];
    })
    .join("\n");
}

function declarationsOf(declarations: Record<string, string>): string {
  return Object.entries(declarations)
    .map(([name, value]) => [kebab(name), String(value)] as const)
    .filter(([name, value]) => property.test(name) && safeValue.test(value))
    .map(([name, value]) => `${name}: ${value};`)
    .join(" ");
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
