import type { MarkdownBlock, MarkdownList, Run } from '#shared/text/markdown.ts'

export type PlacedPicture = { id: number; url: string; altText: string }

/** Serialises an article and its pictures exactly like WordPress's editor, which asks its user to repair any other form. */
export const serializeBlocks = (
  article: readonly MarkdownBlock[],
  pictures: readonly PlacedPicture[],
): string => [...article.map(block), ...pictures.map(picture)].join('\n\n')

/** Wraps HTML in the comments of a block. @param attributes only those that differ from the block's defaults */
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
    `<figure class="wp-block-image size-full"><img src="${escapeHtml(url)}" alt="${escapeHtml(altText)}" class="wp-image-${id}"/></figure>`,
  )

const textOf = (lines: readonly (readonly Run[])[]) => lines.map(inline).join('<br>')

/** Opens and closes elements only where the style changes, so that adjacent runs of a style share one element. */
function inline(runs: readonly Run[]): string {
  let html = ''
  let open: Element[] = []
  for (const run of [...runs, undefined]) {
    const wanted = run ? elementsOf(run) : []
    const firstChange = open.findIndex(({ start }, index) => start !== wanted[index]?.start)
    const unchanged = firstChange === -1 ? open.length : firstChange
    html += open
      .slice(unchanged)
      .toReversed()
      .map(({ name }) => `</${name}>`)
      .join('')
    html += wanted
      .slice(unchanged)
      .map(({ start }) => start)
      .join('')
    html += escapeHtml(run?.text ?? '')
    open = wanted
  }
  return html
}

type Element = { name: string; start: string }

const elementsOf = ({ url, isBold, isItalic }: Run): Element[] => [
  ...(url === undefined ? [] : [{ name: 'a', start: `<a href="${escapeHtml(url)}">` }]),
  ...(isBold ? [{ name: 'strong', start: '<strong>' }] : []),
  ...(isItalic ? [{ name: 'em', start: '<em>' }] : []),
]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // WordPress and its plugins execute words in brackets as shortcodes.
  '[': '&#091;',
  ']': '&#093;',
}

/** Escapes a text that WordPress treats as HTML: content, title or excerpt. */
export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"[\]]/g, character => ENTITIES[character] ?? '')
