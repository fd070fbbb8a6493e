import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const PAGE = 'review/index.html'
const SCRIPT = /<script type="module" src="([^"]+)"/
const IMPORTED = /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g

/**
 * Requests the posts while the page's script loads, which saves a round trip on a slow network. The script takes the
 * response (`islands/review/store.ts`). This first request has no PIN; the script's own requests do.
 */
export const earlyReview = `reviewed = fetch(document.currentScript.dataset.api + '/api/review/' + encodeURIComponent(location.pathname.split('/')[2] ?? ''))
reviewed.catch(() => {})`

/** Added to the policy here, because Astro omits inline scripts that it didn't bundle. */
export const earlyReviewHash = `sha256-${createHash('sha256').update(earlyReview).digest('base64')}`

/**
 * Preloads the files that the review page's script imports, so that they load in parallel with it.
 * @returns {import('astro').AstroIntegration}
 */
export const reviewPreloads = () => ({
  name: 'currawong:review-preloads',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const path = fileURLToPath(new URL(PAGE, dir))
      const html = await readFile(path, 'utf8')
      const [, src] = SCRIPT.exec(html) ?? []
      if (!src) throw new Error('The review page has no script any more')
      const script = await readFile(fileURLToPath(new URL(src.slice(1), dir)), 'utf8')
      const folder = src.slice(0, src.lastIndexOf('/') + 1)
      const links = [...new Set([...script.matchAll(IMPORTED)].map(([, name]) => name))]
        .map(name => `<link rel="modulepreload" href="${folder}${name}">`)
        .join('')
      await writeFile(path, html.replace('</head>', `${links}</head>`))
    },
  },
})
