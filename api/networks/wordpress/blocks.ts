import type { MarkdownBlock, MarkdownList, Run } from '#shared/text/markdown.ts'

export type PlacedPicture = { id: number; url: string; altText: string }

/** Serialises an article and its pictures as WordPress's editor does, which otherwise asks its user to repair blocks. */
export const blocksOf = (article: readonly MarkdownBlock[], pictures: readonly PlacedPicture[]): string =>
  [...article.map(block), ...pictures.map(picture)].join('\n\n')

/** Writes a block between comments. Its attributes are those that differ from the block's own. */
function delimited(name: string, attributes: object, html: string): string {
  const json = JSON.stringify(attributes)
  return `<!-- wp:${name} ${json === '{}' ? '' : `${json} `}-->\n${html}\n<!-- /wp:${name} -->`
}

function block(part: MarkdownBlock): string {
  switch (part.type) {
    case 'paragraph':
      return delimited('paragraph', {}, `<p>${textOf(part.lines)}</p>`)
    case 'heading': {
      const { level } = part
      const html = `<h${level} class="wp-block-heading">${textOf(part.lines)}</h${level}>`
      return delimited('heading', level === 2 ? {} : { level }, html)
    }
    case 'quote': {
      const quoted = part.blocks.map(block).join('\n\n')
      return delimited('quote', {}, `<blockquote class="wp-block-quote">${quoted}</blockquote>`)
    }
    case 'list':
      return list(part)
  }
}

function list({ isOrdered, items }: MarkdownList): string {
  const tag = isOrdered ? 'ol' : 'ul'
  const html = items.map(({ lines, lists }) =>
    delimited('list-item', {}, `<li>${textOf(lines)}${lists.map(list).join('\n\n')}</li>`),
  )
  return delimited(
    'list',
    isOrdered ? { ordered: true } : {},
    `<${tag} class="wp-block-list">${html.join('\n\n')}</${tag}>`,
  )
}

const picture = ({ id, url, altText }: PlacedPicture) =>
  delimited(
    'image',
    { id, sizeSlug: 'full', linkDestination: 'none' },
    `<figure class="wp-block-image size-full"><img src="${escaped(url)}" alt="${escaped(altText)}" class="wp-image-${id}"/></figure>`,
  )

const textOf = (lines: readonly (readonly Run[])[]) => lines.map(inline).join('<br>')

/** Opens and closes elements only where the style changes, so that a link or a style of several runs is one element. */
function inline(runs: readonly Run[]): string {
  let html = ''
  let open: Element[] = []
  for (const run of [...runs, undefined]) {
    const wanted = run ? elementsOf(run) : []
    const kept = open.findIndex(({ start }, index) => start !== wanted[index]?.start)
    const same = kept === -1 ? open.length : kept
    html += open
      .slice(same)
      .toReversed()
      .map(({ name }) => `</${name}>`)
      .join('')
    html += wanted
      .slice(same)
      .map(({ start }) => start)
      .join('')
    html += escaped(run?.text ?? '')
    open = wanted
  }
  return html
}

type Element = { name: string; start: string }

const elementsOf = ({ url, isBold, isItalic }: Run): Element[] => [
  ...(url === undefined ? [] : [{ name: 'a', start: `<a href="${escaped(url)}">` }]),
  ...(isBold ? [{ name: 'strong', start: '<strong>' }] : []),
  ...(isItalic ? [{ name: 'em', start: '<em>' }] : []),
]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // WordPress and its plugins read words in brackets as commands.
  '[': '&#091;',
  ']': '&#093;',
}

/** Escapes a text that WordPress treats as HTML: content, title or excerpt. */
export const escaped = (text: string) => text.replaceAll(/[&<>"[\]]/g, character => ENTITIES[character] ?? '')
