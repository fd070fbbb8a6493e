import { findLinks } from '#shared/text/links.ts'

export type PlacedPicture = { id: number; url: string; altText: string }

/** Formats a text and pictures as blocks of WordPress's editor. Empty lines separate paragraphs. */
export const blocksOf = (text: string, pictures: readonly PlacedPicture[]): string =>
  [
    ...text
      .trim()
      .split(/\n\s*\n/)
      .map(paragraph),
    ...pictures.map(picture),
  ].join('\n\n')

const paragraph = (text: string) =>
  `<!-- wp:paragraph -->\n<p>${linked(text.trim()).replaceAll('\n', '<br>')}</p>\n<!-- /wp:paragraph -->`

const picture = ({ id, url, altText }: PlacedPicture) =>
  `<!-- wp:image {"id":${id},"sizeSlug":"full","linkDestination":"none"} -->
<figure class="wp-block-image size-full"><img src="${escaped(url)}" alt="${escaped(altText)}" class="wp-image-${id}"/></figure>
<!-- /wp:image -->`

function linked(text: string): string {
  let html = ''
  let end = 0
  for (const link of findLinks(text)) {
    const url = escaped(link.url)
    html += `${escaped(text.slice(end, link.start))}<a href="${url}">${url}</a>`
    end = link.end
  }
  return html + escaped(text.slice(end))
}

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
