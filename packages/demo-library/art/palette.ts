/**
 * The colours of every picture: the product's own tokens and a few tints of them.
 * A book uses five or six of these, so that its pages belong together.
 */
export const colour = {
  ink: "#1C2430",
  paper: "#FBF8F3",
  teal: "#0B6E6E",
  apricot: "#F2A65A",
  glow: "#FFE08A",
  blue: "#2B3A8C",
  vermilion: "#E4572E",

  cream: "#F6E8CF",
  sand: "#E6C690",
  bark: "#5A3A2B",
  rust: "#A8492A",
  rose: "#E99A8B",
  plum: "#4B2A4A",
  night: "#141B33",
  dusk: "#26305E",
  deep: "#06484D",
  sea: "#3B8F8F",
  mist: "#CFE3DC",
  moss: "#5C7A3A",
  lime: "#A6CE4A",
  stone: "#8C93A0",
  snow: "#F4F7F8",
} as const;

/** Skin tones of the people in the books. */
export const skin = { fair: "#F6CDAF", warm: "#E3A97C", brown: "#A9683F", deep: "#6F4026" } as const;

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Mixes two `#RRGGBB` colours; `share` is how much of the second (0..1). Returns `#rrggbb`. */
export function mix(first: string, second: string, share: number): string {
  const a = channels(first);
  const b = channels(second);
  const part = (i: 0 | 1 | 2) => Math.round(a[i] + (b[i] - a[i]) * share);
  return `#${((1 << 24) | (part(0) << 16) | (part(1) << 8) | part(2)).toString(16).slice(1)}`;
}

/** A darker tint (towards ink). */
export function darker(hex: string, share = 0.18): string {
  return mix(hex, colour.ink, share);
}

/** A lighter tint (towards paper). */
export function lighter(hex: string, share = 0.25): string {
  return mix(hex, colour.paper, share);
}

/** WCAG contrast ratio (1..21) of two `#RRGGBB` colours. */
export function contrast(first: string, second: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = channels(hex).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
