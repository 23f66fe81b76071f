/** Look of a secondary button in a panel. */
export const panelButton =
  "min-h-12 max-w-full truncate rounded-full border border-line px-4 text-16 hover:border-primary focus-visible:outline-3 focus-visible:outline-focus aria-pressed:border-primary aria-pressed:bg-primary-tint aria-pressed:font-semibold";
