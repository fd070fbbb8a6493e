import { Parser } from 'htmlparser2'

import { onOneLine, withoutInvisible } from '#shared/text/characters.ts'
import { excerpt } from '#shared/text/graphemes.ts'

const MAX_TITLE = 200
const MAX_DESCRIPTION = 300

type PageFacts = { title: string; description: string; hasPicture: boolean }

/** Extracts a page's metadata from its head. Prefers Open Graph. */
export function readPage(html: string): PageFacts {
  const metas = new Map<string, string>()
  let title = ''
  let isTitle = false
  let isBody = false
  const parser = new Parser({
    onopentag(name, { property, name: metaName, content }) {
      if (name === 'body') isBody = true
      if (isBody) return
      isTitle = name === 'title' && title === ''
      const key = (property ?? metaName ?? '').toLowerCase()
      if (name === 'meta' && key && content && !metas.has(key)) metas.set(key, content)
    },
    ontext(text) {
      if (isTitle) title += text
    },
    onclosetag() {
      isTitle = false
    },
  })
  parser.end(html)
  return {
    title: line(metas.get('og:title') ?? title, MAX_TITLE),
    description: line(metas.get('og:description') ?? metas.get('description') ?? '', MAX_DESCRIPTION),
    hasPicture: metas.has('og:image'),
  }
}

const line = (text: string, max: number) => excerpt(withoutInvisible(onOneLine(text)), max)
