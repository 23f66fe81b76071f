/** Styles of the stand-in's pages. An element's appearance overrides the custom properties. */
export const pagesCss = `
:root { color-scheme: light; --color-primary: #0570de; --color-background: #fff; --color-text: #30313d; --color-text-secondary: #5c5f6b;
  --color-text-placeholder: #757680; --color-danger: #c0123c; --color-border: #8d8f99; --font-family: system-ui, sans-serif;
  --font-size-base: 16px; --spacing-unit: 4px; --border-radius: 5px; }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; font-family: var(--font-family); font-size: var(--font-size-base); line-height: 1.4; color: var(--color-text); }
p, h1, h2, dl, dd { margin: 0; }
.Label { display: block; margin-bottom: var(--spacing-unit); font-size: 0.9375em; font-weight: 500; color: var(--color-text); }
.Input { width: 100%; min-height: 44px; padding: calc(var(--spacing-unit) * 2) calc(var(--spacing-unit) * 3); font: inherit; color: var(--color-text);
  background-color: var(--color-background); border: 1px solid var(--color-border); border-radius: var(--border-radius); }
.Input::placeholder { color: var(--color-text-placeholder); opacity: 1; }
.Input:focus { outline: 2px solid var(--color-primary); outline-offset: 1px; border-color: var(--color-primary); }
.Input--invalid { border-color: var(--color-danger); color: var(--color-danger); }
.Error { margin-top: var(--spacing-unit); font-size: 0.875em; color: var(--color-danger); }
.Error:empty { display: none; }
.element { background: var(--color-background); padding: 3px; overflow: hidden; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: calc(var(--spacing-unit) * 3); align-items: start; }
.field { min-width: 0; }
.field.number { grid-column: 1 / -1; }
.holder { position: relative; }
#brand { position: absolute; inset-inline-end: calc(var(--spacing-unit) * 3); top: 50%; transform: translateY(-50%); font-size: 0.6875em; font-weight: 700;
  letter-spacing: 0.04em; color: var(--color-text-secondary); pointer-events: none; }
.notice { margin-bottom: calc(var(--spacing-unit) * 3); padding: calc(var(--spacing-unit) * 2) calc(var(--spacing-unit) * 3); font-size: 0.875em;
  border: 1px dashed var(--color-border); border-radius: var(--border-radius); color: var(--color-text); }
.notice strong, .notice .hint { display: block; }
.notice .hint { color: var(--color-text-secondary); }
[data-kind="card"] .notice .hint { display: none; }
[data-kind="card"] .fields { grid-template-columns: 2fr 1fr 1fr; }
[data-kind="card"] .field.number { grid-column: auto; }
@media (max-width: 420px) {
  [data-kind="card"] .fields { grid-template-columns: 1fr 1fr; }
  [data-kind="card"] .field.number { grid-column: 1 / -1; }
}
.page { min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: #eef1f6; }
.challenge { min-height: 100vh; display: grid; place-items: center; padding: 16px; background: transparent; }
:root:has(.challenge) { color-scheme: light dark; }
.challenge.alone { background: #eef1f6; }
.card { width: 100%; max-width: 30rem; padding: 24px; background: #fff; border-radius: 12px; box-shadow: 0 4px 24px rgb(15 23 42 / 0.18); }
.card h1 { font-size: 1.375rem; line-height: 1.25; margin-bottom: 12px; }
.card > * + * { margin-top: 16px; }
.amounts { display: grid; grid-template-columns: minmax(min-content, 1fr) fit-content(58%); overflow-wrap: break-word; gap: 6px 16px; padding: 12px 0; border-block: 1px solid #d5d8df; }
.amounts dd { text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.amounts .sum { font-weight: 700; }
.stack { display: grid; gap: 14px; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; }
.button { flex: 1 1 9rem; min-height: 48px; padding: 10px 18px; font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: #fff;
  background: #0b5cb5; border: 2px solid #0b5cb5; border-radius: 8px; cursor: pointer; }
.button.other { color: #0b5cb5; background: #fff; }
.button:hover { filter: brightness(1.1); }
.button:focus-visible, a:focus-visible { outline: 3px solid #f2a900; outline-offset: 2px; }
.link { color: #0b5cb5; }
.problem { padding: 10px 12px; color: var(--color-danger); border: 1px solid var(--color-danger); border-radius: 8px; }
@media (prefers-color-scheme: dark) {
  .page, .challenge.alone, .page .card, .challenge .card { color-scheme: dark; --color-background: #1f2430; --color-text: #f2f4f8; --color-text-secondary: #c2c8d4;
    --color-text-placeholder: #a0a7b5; --color-border: #7f8797; --color-danger: #ff9aae; --color-primary: #7db7ff; }
  .page, .challenge.alone { background: #12151c; color: var(--color-text); }
  .card { background: #1b202b; color: var(--color-text); }
  .amounts { border-color: #3a4150; }
  .button.other { color: #9cc8ff; background: transparent; border-color: #9cc8ff; }
  .link { color: #9cc8ff; }
}
`;
