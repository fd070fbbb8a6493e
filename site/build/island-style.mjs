import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/

/**
 * Moves the islands' styles, which Astro writes before the first island, into the head, where HTML requires them.
 * @returns {import('astro').AstroIntegration}
 */
export const islandStyleInHead = () => ({
  name: 'currawong:island-style-in-head',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const root = fileURLToPath(dir)
      const pages = (await readdir(root, { recursive: true })).filter(name => name.endsWith('.html'))
      for (const page of pages) {
        const html = await readFile(`${root}/${page}`, 'utf8')
        const [style] = ISLAND_STYLE.exec(html) ?? []
        if (style)
          await writeFile(`${root}/${page}`, html.replace(style, '').replace('</head>', `${style}</head>`))
      }
    },
  },
})
