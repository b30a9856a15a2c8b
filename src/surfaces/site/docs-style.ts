/** Style sheet of the documentation page. Colours have a contrast of at least 4.5 to 1 in both schemes. */
export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfbf9; --raised: #ffffff; --sunken: #f1f1ec; --ink: #1c1f26; --soft: #565c68; --line: #dcdcd4;
  --accent: #0b5c53; --accent-soft: #e0efec; --warm: #8a4300; --cool: #1f4b99; --danger: #a3182b;
  --sans: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', 'Inter', 'Noto Sans', 'Liberation Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', 'JetBrains Mono', 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12151a; --raised: #191d24; --sunken: #0d1014; --ink: #e7e9ee; --soft: #a3abb8; --line: #2c323c;
    --accent: #6fd3c2; --accent-soft: #14322e; --warm: #f0b070; --cool: #93b8ff; --danger: #ff9aa5;
  }
}
* { box-sizing: border-box; }
html { font: 100%/1.6 var(--sans); background: var(--paper); color: var(--ink); scroll-padding-top: 6.25rem; }
body { margin: 0; }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 0.06em; }
a:hover { text-decoration-thickness: 0.12em; }
:focus-visible { outline: 0.18rem solid var(--accent); outline-offset: 0.15rem; border-radius: 0.2rem; }
main:focus { outline: none; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--raised); z-index: 3; }
.skip:focus { top: 0.5rem; }
.masthead {
  position: sticky; top: 0; z-index: 2; display: flex; align-items: baseline; gap: 1rem;
  padding: 0.8rem clamp(1rem, 4vw, 2.5rem); background: var(--paper); border-bottom: 1px solid var(--line);
}
.masthead p { margin: 0; color: var(--soft); font-size: 0.875rem; }
.masthead .machine { margin-left: auto; font-size: 0.875rem; }
.name { font-weight: 700; letter-spacing: -0.02em; font-size: 1.125rem; color: var(--ink); text-decoration: none; }
.columns {
  display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: clamp(1.5rem, 4vw, 4rem);
  max-width: 80rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem);
}
nav { position: sticky; top: 3.4rem; align-self: start; max-height: calc(100vh - 3.4rem); overflow-y: auto; padding: 1.5rem 0.5rem 3rem 0.3rem; font-size: 0.9rem; }
nav summary { font-weight: 600; cursor: pointer; padding: 0.4rem 0; }
@media (min-width: 56.01rem) {
  /* Beside the text the contents are always open; a browser that cannot say so keeps the switch. */
  @supports selector(::details-content) {
    nav summary { display: none; }
    nav details::details-content { content-visibility: visible; }
  }
}
nav h2 { margin: 1.4rem 0 0.3rem; font-size: 0.75rem; font-weight: 600; color: var(--soft); letter-spacing: 0.02em; border: 0; padding: 0; }
nav h2:first-of-type { margin-top: 0; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { display: flex; justify-content: space-between; gap: 0.75rem; align-items: baseline; }
nav li a { display: block; padding: 0.22rem 0; color: var(--ink); text-decoration: none; flex: 1; }
nav li a:hover { color: var(--accent); text-decoration: underline; }
nav small { font: 0.6875rem var(--mono); color: var(--soft); }
main { padding: 2.5rem 0 6rem; max-width: 54rem; min-width: 0; }
h1, h2, h3 { line-height: 1.2; letter-spacing: -0.018em; text-wrap: balance; }
h1 { margin: 0; font-size: clamp(2rem, 5vw, 2.75rem); font-weight: 700; }
h2 { margin: 4rem 0 1rem; font-size: 1.6rem; font-weight: 650; }
h3 { margin: 0 0 0.5rem; font-size: 1.2rem; font-weight: 650; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
.lead { margin: 0.6rem 0 0; font-size: 1.2rem; color: var(--soft); text-wrap: pretty; }
p { margin: 0.75rem 0; max-width: 44rem; text-wrap: pretty; }
code { font-family: var(--mono); font-size: 0.875em; }
p code, dd code, dt code { background: var(--sunken); padding: 0.1em 0.3em; border-radius: 0.25em; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: minmax(9rem, 14rem) 1fr; gap: 0.6rem 1.5rem; margin: 1rem 0; }
dt { font-weight: 600; }
dd { margin: 0; color: var(--soft); }
.operation { margin: 1.5rem 0; padding: clamp(1.1rem, 3vw, 1.75rem); background: var(--raised); border: 1px solid var(--line); border-radius: 0.75rem; }
.operation:has(h3:target) { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.route { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.6rem; margin: 0 0 0.9rem; }
.route code { background: none; padding: 0; font-size: 0.95rem; color: var(--soft); }
.method { font: 700 0.75rem/1 var(--mono); padding: 0.35em 0.55em; border-radius: 0.35em; border: 1px solid currentColor; color: var(--accent); }
.method.post, .method.put, .method.patch { color: var(--cool); }
.method.delete { color: var(--danger); }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; line-height: 1.45; }
caption { text-align: left; font-weight: 650; padding: 0 0 0.4rem; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); }
thead th { font-size: 0.8rem; font-weight: 600; color: var(--soft); padding-top: 0; }
tbody th { font-weight: 500; min-width: 9rem; }
tbody th small { display: block; color: var(--soft); font-weight: 400; }
td:nth-child(2) { min-width: 8rem; color: var(--soft); }
td:last-child { min-width: 14rem; }
tr:target { background: var(--accent-soft); }
.code { margin: 1.1rem 0; }
.code figcaption { font-size: 0.8rem; color: var(--soft); margin-bottom: 0.35rem; }
pre { margin: 0; padding: 0.9rem 1.1rem; overflow-x: auto; background: var(--sunken); border: 1px solid var(--line); border-radius: 0.5rem; line-height: 1.55; }
pre code { font-size: 0.84rem; }
.answer summary { cursor: pointer; font-weight: 600; color: var(--accent); padding: 0.3rem 0; }
.answer caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.statuses { font-size: 0.875rem; color: var(--soft); margin-bottom: 0; }
@media (max-width: 56rem) {
  .columns { display: block; }
  nav { position: static; max-height: none; padding: 1rem 0 0; }
  nav h2 { font-size: 0.8rem; }
  main { padding-top: 1.5rem; }
  h2 { margin-top: 3rem; }
  dl { grid-template-columns: 1fr; gap: 0.15rem; }
  dd { margin-bottom: 0.7rem; }
  .masthead p { display: none; }
}
@media (max-width: 40rem) {
  /* Fields one below the other, instead of a table that must be pushed sideways. */
  .fields thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .fields tr { display: block; padding: 0.7rem 0; border-bottom: 1px solid var(--line); }
  .fields th, .fields td { display: block; padding: 0; border: 0; }
  .fields tbody th small { display: inline; margin-left: 0.4rem; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { nav, .masthead, .skip { display: none; } .columns { display: block; } .operation { break-inside: avoid; } }
`
