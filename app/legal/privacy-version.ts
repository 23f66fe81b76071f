/** Day of the privacy page's text (`privacy` in locales/), as the other legal pages have one. A changed text needs a new day. */
export const privacyVersion = "2026-11-30";
