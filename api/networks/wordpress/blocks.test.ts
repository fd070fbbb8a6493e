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
  expect(plainText(rendered)).toBe(text)
  expect(plainText(escaped('a <b> & "c" [d]'))).toBe('a <b> & "c" [d]')
  expect(plainText('<style>x</style><p>a</p><script>b</script>\n\n<p>c<br />d</p>')).toBe('a\n\nc\nd')
})
