const megabyte = 1_000_000;

/** A localised file size, e.g. `12.3 MB`. */
export function megabytes(bytes: number, language: string): string {
  const value = Math.max(bytes / megabyte, 0.1);
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(language, { style: "unit", unit: "megabyte", maximumFractionDigits }).format(value);
}
