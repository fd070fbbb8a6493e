import { DEFAULT_BRAND } from '#shared/reports/brand.ts'
import { LISTED_POSTS } from '#shared/reports/report.ts'

/** The theme's colours (site/styles/theme.css) in sRGB, since a report is also printed and mailed to people without our site. */
const PAPER = '#faf8f4'
const NIGHT = '#0d1116'
const LINE = '#e0ded7'
const INK = DEFAULT_BRAND.color
const SOFT = '#50565e'
const EUCALYPT = '#2b795c'

/** `@font-face` rules for the report's two families, from the URLs of their files. */
export const fontFaces = (urls: { figtree: string; familjenGrotesk: string }): string =>
  [
    `@font-face { font-family: 'Figtree'; font-weight: 300 900; src: url(${urls.figtree}) format('woff2'); }`,
    `@font-face { font-family: 'Familjen Grotesk'; font-weight: 400 700; src: url(${urls.familjenGrotesk}) format('woff2'); }`,
  ].join('\n')

/** Styles for a standalone page, on screen and on paper. */
export const PAGE_STYLE = `
html { --around: ${INK}; background: ${PAPER}; color-scheme: light; }
body { margin: 0; }
main { max-width: 52rem; margin: 2rem auto; border: 1px solid ${LINE}; border-radius: 12px; overflow: hidden; }
.download { max-width: 52rem; margin: 0 auto 2rem; padding: 0 1rem; font: 600 1rem Figtree, Arial, sans-serif; text-align: center; }
.download a { display: inline-block; padding: .8rem 1.2rem; border-radius: 8px; background: var(--accent); color: var(--on-accent); text-decoration: none; }
.download a:focus-visible { outline: 2px solid var(--around); outline-offset: 2px; }
.way, .doors { max-width: 52rem; margin: 1.25rem auto -.75rem; padding: 0 1rem; font: 600 1rem/1.5 Figtree, Arial, sans-serif; }
.way a { color: var(--around); text-underline-offset: 4px; }
.doors { margin: 0 auto 2.5rem; text-align: center; color: var(--around); }
.doors a { display: inline-block; margin: .75rem .25rem 0; padding: .8rem 1.2rem; border-radius: 8px; background: var(--accent); color: var(--on-accent); text-decoration: none; }
.doors a + a { background: none; color: inherit; box-shadow: inset 0 0 0 1px; }
.way a:focus-visible, .doors a:focus-visible { outline: 2px solid var(--around); outline-offset: 2px; }
@media (max-width: 40rem) { .way, .doors { margin-block: 1rem; } main { margin: 0; border: 0; border-radius: 0; } }
/* The sheet stays paper; what is around it is dark. */
@media screen and (prefers-color-scheme: dark) { html { --around: ${PAPER}; background: ${NIGHT}; color-scheme: dark; } main { border-color: transparent; color-scheme: light; } }
@page { size: A4; margin: 9mm; }
@media print {
  html { background: none; }
  main { margin: 0; border: 0; border-radius: 0; max-width: none; }
  .download, .way, .doors { display: none; }
}
`

/** Heights to which lists of posts stretch on paper. They are rules, because pages forbid styles in attributes. */
const STRETCH = Array.from(
  { length: LISTED_POSTS + 2 },
  (_, rows) => `.report .sheet + .sheet .rows-${rows} { max-height: ${72 * rows + 90}px; }`,
).join('\n  ')

/** Everything is scoped to \`.report\`, so the article fits into any page. */
export const REPORT_STYLE = `
.report { container-type: inline-size; padding: clamp(1rem, 4vw, 2.25rem); background: #fff; color: ${INK}; font: 400 14.5px/1.45 Figtree, Arial, sans-serif; font-variant-numeric: tabular-nums; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.report .sheet { display: grid; grid-template-columns: minmax(0, 1fr); gap: 22px; }
.report .sheet + .sheet { margin-top: 22px; }
.report *, .report *::before { box-sizing: border-box; margin: 0; padding: 0; }
.report .ink { fill: ${INK}; } .report .iris { fill: ${DEFAULT_BRAND.accent}; } .report .paper { fill: ${PAPER}; }
.report h1, .report h2, .report .value, .report .brand { font-family: 'Familjen Grotesk', Figtree, Arial, sans-serif; font-weight: 600; letter-spacing: -.01em; }
.report header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 4px 16px; padding-bottom: 14px; border-bottom: 3px solid var(--color); }
.report .brand img { max-width: 16rem; max-height: 44px; }
.report h1, .report h2 { color: var(--color); }
.report .brand { display: flex; align-items: center; gap: 8px; font-size: 1.15em; }
.report .kind { color: ${SOFT}; }
.report h1 { flex-basis: 100%; display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 16px; margin-top: 8px; font-size: 32px; line-height: 1.1; overflow-wrap: anywhere; }
.report h1 span { font-size: .6em; color: ${SOFT}; }
.report h2 { margin-bottom: 8px; font-size: 1.25em; line-height: 1.2; }
.report section { min-width: 0; break-inside: avoid; }
.report .sample { padding: 8px 12px; border: 1px dashed ${INK}; border-radius: 8px; background: ${PAPER}; }
.report .personal { padding-left: 14px; border-left: 4px solid var(--accent); white-space: pre-line; overflow-wrap: anywhere; font-size: 1.05em; }
.report .key-figures { display: grid; grid-template-columns: repeat(4, 1fr); border: 1px solid ${LINE}; border-radius: 10px; overflow: hidden; }
.report .key-figures > div { padding: 10px 14px; border-left: 1px solid ${LINE}; margin-left: -1px; }
.report .key-figures:has(> :nth-child(5)) { grid-template-columns: repeat(5, 1fr); }
.report dt { font-weight: 600; font-size: .93em; }
.report .key-figures .value { font-size: 28px; line-height: 1.15; }
.report .note, .report .small, .report .as-of, .report .networks, .report .quiet { color: ${SOFT}; }
.report .note, .report .small, .report .as-of, .report .networks { font-size: .87em; }
.report td .small, .report th .networks, .report td .networks { display: block; font-weight: 400; }
.report .as-of { margin-top: 6px; }
.report .stack { display: grid; align-content: space-between; gap: 14px; min-width: 0; }
.report .grew ul + .quiet { margin-top: 8px; }
.report .columns { display: grid; grid-template-columns: 1fr 1fr; gap: 22px; align-items: start; }
.report .columns.wide { grid-template-columns: 1.7fr 1fr; }
.report table { width: 100%; border-collapse: collapse; }
.report th, .report td { padding: 4px 8px 4px 0; text-align: left; vertical-align: top; border-bottom: 1px solid ${LINE}; }
.report tbody th { font-weight: 600; overflow-wrap: break-word; }
.report thead th { font-size: .87em; font-weight: 600; color: ${SOFT}; }
.report .number { text-align: right; overflow-wrap: normal; padding-right: 0; padding-left: 8px; white-space: nowrap; }
.report .when { white-space: nowrap; }
.report .excerpt { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden; overflow-wrap: anywhere; }
.report abbr { text-decoration: none; }
.report .best ol { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 12px; }
.report .best li { padding: 12px; border-radius: 10px; background: ${PAPER}; border: 1px solid ${LINE}; display: grid; align-content: start; gap: 8px; }
.report .best img { width: 100%; height: auto; max-height: 150px; object-fit: cover; border-radius: 8px; }
.report .best blockquote { font-weight: 600; overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; }
.report .grew ul { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 12px; }
.report .grew li { display: grid; grid-template-rows: auto auto minmax(0, 1fr); gap: 8px; padding: 12px; border: 1px solid ${LINE}; border-radius: 10px; }
.report .grew li:has(.seen) { grid-template-rows: auto auto auto minmax(0, 1fr); }
.report .account { font-weight: 600; overflow-wrap: anywhere; }
.report .account .networks { display: block; font-weight: 400; }
.report .grew dl { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 16px; }
.report .grew dt { font-size: .87em; color: ${SOFT}; font-weight: 400; }
.report .grew dd strong { font: 600 1.4em/1.2 'Familjen Grotesk', Figtree, Arial, sans-serif; }
.report .grew .small { display: block; }
.report .seen { display: flex; flex-wrap: wrap; gap: 0 14px; font-size: .93em; }
.report .presence .as-of + p { margin-top: 6px; }
.report .searches { display: flex; flex-wrap: wrap; gap: 0 14px; }
.report .searches > span { overflow-wrap: anywhere; }
.report figure { display: grid; grid-template-rows: minmax(0, 1fr) auto auto; gap: 3px; min-width: 0; }
.report figure .small { order: 1; }
.report figure svg { width: 100%; height: 100%; min-height: 64px; max-height: 10rem; border-bottom: 1px solid ${SOFT}; }
.report figure .filled { fill: var(--bar, ${EUCALYPT}); } .report figure .gap { fill: ${LINE}; }
.report figure .before { fill: none; stroke: ${INK}; stroke-width: 1.2; stroke-dasharray: 4 3; }
.report figcaption { display: flex; justify-content: space-between; gap: 8px; font-size: .8em; color: ${SOFT}; }
.report .scores dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 8px 16px; }
.report .scores .value { font-size: 22px; line-height: 1.2; }
.report .plan svg { vertical-align: middle; margin-right: 6px; }
.report .plan .slots { fill: ${LINE}; } .report .plan .filled { fill: var(--bar, ${EUCALYPT}); }
.report .plan th { font-weight: 400; white-space: nowrap; }
.report .plan ul { list-style: none; display: grid; gap: 4px; }
.report .plan li { display: grid; grid-template-columns: 10.8em minmax(0, 1fr); gap: 0 10px; padding: 4px 0; border-bottom: 1px solid ${LINE}; }
.report .plan li .networks { grid-column: 2; }
.report footer { display: grid; gap: 4px; padding-top: 10px; border-top: 1px solid ${LINE}; color: ${SOFT}; font-size: .83em; }
@container (max-width: 40rem) {
  .report .columns, .report .columns.wide { grid-template-columns: minmax(0, 1fr); }
  .report .key-figures, .report .key-figures:has(> :nth-child(5)) { grid-template-columns: 1fr 1fr; }
  .report .key-figures > div:last-child:nth-child(odd) { grid-column: span 2; }
  .report .key-figures > div:nth-child(n + 3) { border-top: 1px solid ${LINE}; }
  .report h1 { font-size: 26px; }
}
@container (max-width: 24rem) {
  .report .number .small { white-space: normal; }
  .report .plan svg { display: block; }
  .report .plan li { grid-template-columns: minmax(0, 1fr); }
  .report .plan li .networks { grid-column: 1; }
}
@media print {
  .report { container-type: normal; padding: 0; font-size: 11.2px; line-height: 1.4; }
  .report .sheet { display: flex; flex-direction: column; justify-content: space-between; gap: 12px; min-height: calc(279mm - 2px); }
  .report .sheet + .sheet { margin: 0; break-before: page; justify-content: flex-start; }
  .report .sheet + .sheet:not(:has(.best)) { gap: 18px; }
  .report .sheet + .sheet footer { margin-top: auto; }
  .report .sheet + .sheet .went-out { flex: 1; display: flex; flex-direction: column; }
  ${STRETCH}
  .report .sheet + .sheet .went-out table { flex: 1; }
  .report .grew { flex: 1; display: flex; flex-direction: column; }
  .report .grew ul { flex: 1; grid-auto-rows: minmax(0, 1fr); }
  .report .grew li:has(.seen) { padding: 8px 12px; gap: 5px; }
  .report .grew ul:has(li:nth-child(2)) { grid-template-columns: 1fr 1fr; }
  .report figure { grid-template-rows: minmax(40px, 1fr) auto auto; }
  .report .seen + figure { grid-template-rows: minmax(30px, 1fr) auto auto; }
  .report figure svg { height: 0; min-height: 100%; max-height: none; }
  .report .scores dl { grid-template-columns: repeat(4, 1fr); }
  .report .plan li .networks { grid-column: 1 / -1; display: flex; white-space: nowrap; }
  .report .plan li .networks::before { content: ''; flex: 0 1 calc(12.4em + 10px); }
  .report .sheet > .best { flex: 1; display: flex; flex-direction: column; }
  .report .best ol { flex: 1; grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .report .columns .best ol { grid-template-columns: minmax(0, 1fr); }
  .report .best img { max-height: 110px; }
  .report .sheet > .best li:has(img) { grid-template-rows: minmax(70px, 1fr) auto auto auto; }
  .report .sheet > .best blockquote { -webkit-line-clamp: 2; }
  .report .sheet > .best img { height: 0; min-height: 100%; max-height: none; }
  .report .sheet + .sheet:not(:has(.best)) { font-size: 12.6px; }
  .report .sheet + .sheet:not(:has(.best)) :is(th, td) { padding-block: 4px; }
  .report th, .report td { padding-block: 2px; }
  .report .sheet + .sheet .went-out td { vertical-align: middle; }
  .report .columns, .report .columns.wide { gap: 11px 20px; }
  .report h1 { font-size: 25px; margin-top: 2px; }
  .report header { padding-bottom: 8px; }
  .report h2 { margin-bottom: 3px; }
  .report .plan li { padding: 2px 0; }
  .report .key-figures .value, .report .scores .value { font-size: 18px; }
  .report .key-figures > div { padding: 6px 12px; }
  .report .key-figures:has(> :nth-child(5)) > div { padding-inline: 8px; }
}
`
