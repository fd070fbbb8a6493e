import { expect, test } from 'bun:test'

import { parseMarkdown } from '#shared/text/markdown.ts'
import { serializeBlocks, escapeHtml, type PlacedPicture } from './blocks.ts'
import { plainText } from './plain-text.ts'

const formatted = (text: string, pictures: PlacedPicture[] = []) =>
  serializeBlocks(parseMarkdown(text), pictures)

const picture = { id: 7, url: 'https://a.example/x.jpg?a=1&b="2"', altText: 'A "square" <b>' }

test('makes a paragraph of each part between empty lines', () => {
  expect(formatted('One\ntwo\n\n \nthree')).toBe(
    '<!-- wp:paragraph -->\n<p>One<br>two</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>three</p>\n<!-- /wp:paragraph -->',
  )
})

test('makes headings, lists, quotes, links, bold and italic text as WordPress’s editor does', () => {
  expect(
    formatted(
      '# Winter\n### Pipes & taps\n- **Turn *off***\n  the water\n  1. first\n  2. then [call **us**](https://a.example/?a=1&b=2)\n- Wait\n\n> “Fast”\n>\n> *Mei*',
    ),
  ).toBe(`<!-- wp:heading -->
<h2 class="wp-block-heading">Winter</h2>
<!-- /wp:heading -->

<!-- wp:heading {"level":3} -->
<h3 class="wp-block-heading">Pipes &amp; taps</h3>
<!-- /wp:heading -->

<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li><strong>Turn <em>off</em></strong><br>the water<!-- wp:list {"ordered":true} -->
<ol class="wp-block-list"><!-- wp:list-item -->
<li>first</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>then <a href="https://a.example/?a=1&amp;b=2">call <strong>us</strong></a></li>
<!-- /wp:list-item --></ol>
<!-- /wp:list --></li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>Wait</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->

<!-- wp:quote -->
<blockquote class="wp-block-quote"><!-- wp:paragraph -->
<p>“Fast”</p>
<!-- /wp:paragraph -->

<!-- wp:paragraph -->
<p><em>Mei</em></p>
<!-- /wp:paragraph --></blockquote>
<!-- /wp:quote -->`)
})

test('lets nobody write markup, blocks or shortcodes', () => {
  const html = formatted('<script>a</script> <!-- wp:html --> [gallery] "x" & https://a.example/?a=1&b=<i>', [
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
  const rendered = formatted(text).replaceAll(/<!--[^]*?-->/g, '')
  expect(plainText(rendered, 1000)).toBe(text)
  const list = formatted('## Do\n- One\n  - inner\n  - two\n- **Three**\n\nEnd').replaceAll(
    /<!--[^]*?-->/g,
    '',
  )
  expect(plainText(list, 1000)).toBe('Do\n\nOne\n\ninner\n\ntwo\n\nThree\n\nEnd')
  expect(plainText(escapeHtml('a <b> & "c" [d]'), 1000)).toBe('a <b> & "c" [d]')
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
