import { expect, test } from 'bun:test'

import { rulesFor } from './page-rules.ts'

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>A page</title></head><body>${body}</body></html>`

test('keeps the rules of a page’s elements in every state, and drops the others', () => {
  const css = `.card:hover{top:1px}.card:not(.wide)>p::before{top:2px}:focus-visible{top:3px}.other{top:4px}
    :is(.other,.card) p{top:5px}.card:has(.other){top:6px}.other p,p{top:7px}`
  const rules = rulesFor(page('<div class="card"><p>Text</p></div>'), '', css)
  for (const kept of ['1px', '2px', '3px', '5px', '7px']) expect(rules).toContain(kept)
  for (const dropped of ['4px', '6px', '.other p']) expect(rules).not.toContain(dropped)
})

test('keeps classes, data and aria attributes that a script of the page may set', () => {
  const css = `.turning .word{top:1px}[data-session=in] p{top:2px}[aria-busy=true]{top:3px}[data-else] p{top:4px}`
  const scripts = `page.dataset.session = 'in'; control.ariaBusy = 'true'; hero.classList.add('turning')`
  const rules = rulesFor(page('<p class="word">Text</p>'), scripts, css)
  for (const kept of ['1px', '2px', '3px']) expect(rules).toContain(kept)
  expect(rules).not.toContain('4px')
})

test('keeps the order of layers, so that later rules have their precedence', () => {
  const css = `@layer base{b{top:1px}}@layer utilities{@layer deep.er{i{top:2px}}}@layer utilities.house{p{top:3px}}`
  expect(rulesFor(page('<p>Text</p>'), '', css)).toBe(
    '@layer base,utilities,utilities.deep.er,utilities.house;@layer utilities.house{p{top:3px}}',
  )
})

test('drops unused properties, keyframes and media queries', () => {
  const css = `:root{--a:var(--b);--b:1px;--c:2px}@property --d{syntax:"*";inherits:false}
    @media print{b{top:1px}}@keyframes rise{0%{top:1px}}@keyframes fall{0%{top:2px}}p{top:var(--a);animation:rise 1s}`
  const rules = rulesFor(page('<p>Text</p>'), '', css)
  for (const kept of ['--a', '--b:1px', 'rise{']) expect(rules).toContain(kept)
  for (const dropped of ['--c', '--d', 'print', 'fall']) expect(rules).not.toContain(dropped)
})

test('includes styles for the parts of fields only on pages that have fields', () => {
  const css = `::placeholder{top:1px}::backdrop{top:2px}`
  expect(rulesFor(page('<p>Text</p>'), '', css)).toBe('::backdrop{top:2px}')
  expect(rulesFor(page('<input>'), '', css)).toBe(css)
})

test('includes styles for disabled and ticked elements only where a page or its scripts can have them', () => {
  const css = `button:is(:disabled,[aria-disabled=true]){top:1px}:checked{top:2px}`
  expect(rulesFor(page('<button>Send</button>'), '', css)).toBe('')
  expect(rulesFor(page('<button>Send</button>'), 'button.disabled = true', css)).toContain('1px')
  expect(rulesFor(page('<input type="checkbox">'), '', css)).toBe(':checked{top:2px}')
})
