import { expect, test } from 'bun:test'

import { blocksOf, escaped } from './blocks.ts'
import { plainText } from './plain-text.ts'

const picture = { id: 7, url: 'https://a.example/x.jpg?a=1&b="2"', altText: 'A "square" <b>' }

test('makes a paragraph of each part between empty lines', () => {
  expect(blocksOf('One\ntwo\n\n \nthree', [])).toBe(
    '<!-- wp:paragraph -->\n<p>One<br>two</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>three</p>\n<!-- /wp:paragraph -->',
  )
})

test('lets nobody write markup, blocks or shortcodes', () => {
  const html = blocksOf('<script>a</script> <!-- wp:html --> [gallery] "x" & https://a.example/?a=1&b=<i>', [
    picture,
  ])
  expect(html).not.toMatch(/<script|\[gallery|<i>|<b>|wp:html -->/)
  expect(html).toContain('<a href="https://a.example/?a=1&amp;b=">https://a.example/?a=1&amp;b=</a>')
  expect(html).toContain(
    'src="https://a.example/x.jpg?a=1&amp;b=&quot;2&quot;" alt="A &quot;square&quot; &lt;b&gt;"',
  )
})

test('reads the text that it wrote', () => {
  const text = 'Open <late> & [new]:\nhttps://a.example/?a=1&b=2\n\n“Until nine”'
  const rendered = blocksOf(text, []).replaceAll(/<!--[^]*?-->/g, '')
  expect(plainText(rendered, 1000)).toBe(text)
  expect(plainText(escaped('a <b> & "c" [d]'), 1000)).toBe('a <b> & "c" [d]')
  expect(plainText('<style>x</style><p>a</p><script>b</script>\n\n<p>c<br />d</p>', 1000)).toBe('a\n\nc\nd')
})

test.each([
  ['spaces', ' '.repeat(300_000)],
  ['empty lines', ' \n'.repeat(150_000)],
  ['nesting', '<b>'.repeat(100_000)],
  ['ends without beginnings', `${'<b>'.repeat(90)}${'</x>'.repeat(75_000)}`],
])('reads any HTML in linear time: %s', (_, html) => {
  const began = performance.now()
  plainText(html, html.length)
  expect(performance.now() - began).toBeLessThan(1000)
})

test('reads no further than it must', () => {
  expect(plainText('<p>abc</p>def', 10)).toBe('abc')
  expect(plainText(`${'<div>'.repeat(5000)}deep`, 50_000)).not.toContain('deep')
})
