import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { policyHash } from './policy-hash.mjs'
import { withIconFiles } from './shared-chunks.mjs'

const PAGES = ['review/index.html', 'connect/index.html', 'audits/index.html']
const SCRIPT = /<script type="module" src="([^"]+)"/
const STYLE = /<style>([^]*?)<\/style>/g
const HEADING_FONT = '@font-face{font-family:"Familjen Grotesk'
const IMPORTED = /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g

/**
 * Builds the pages of review links, connect links and website checks for phones: renders their components with Preact, preloads
 * the imports of their scripts, and prevents a late heading font from moving the content.
 * @returns {import('astro').AstroIntegration}
 */
export const linkPages = () => ({
  name: 'currawong:link-pages',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => updateConfig({ vite: { plugins: [preact()] } }),
    'astro:build:done': async ({ dir }) => {
      for (const page of PAGES) await preloadImports(page, dir)
    },
  },
})

const COMPATIBLE = {
  react: 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
}
const PAGE_FOLDER = /\/site\/islands\/(links|review|connect|audits)\//
const COPY = '?preact'
/** Modules that may import React. */
const COMPONENT = /\.tsx$|\/lucide-react\//

/**
 * Replaces React, which alone exceeds a link page's budget, by Preact. Components that other pages use too are built a second
 * time, under an id of their own.
 * @returns {import('vite').Plugin}
 */
const preact = () => ({
  name: 'currawong:link-pages',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!importer || !isOfLinkPage(importer)) return undefined
    const resolved = await this.resolve(COMPATIBLE[source] ?? source, importer.replace(COPY, ''), {
      ...options,
      skipSelf: true,
    })
    return resolved && COMPONENT.test(resolved.id) ? `${resolved.id}${COPY}` : resolved
  },
  // In development, the index of the icons is one file that imports React.
  transform: (code, id) => (isOfLinkPage(id) ? withIconFiles(code) : undefined),
})

/** @param {string} id */
const isOfLinkPage = id => id.endsWith(COPY) || PAGE_FOLDER.test(id)

/**
 * @param {string} page
 * @param {URL} dir
 */
async function preloadImports(page, dir) {
  const path = fileURLToPath(new URL(page, dir))
  const html = await readFile(path, 'utf8')
  const [, src] = SCRIPT.exec(html) ?? []
  if (!src) throw new Error(`${page} has no script any more`)
  const script = await readFile(fileURLToPath(new URL(src.slice(1), dir)), 'utf8')
  const folder = src.slice(0, src.lastIndexOf('/') + 1)
  const links = [...new Set([...script.matchAll(IMPORTED)].map(([, name]) => name))]
    .map(name => `<link rel="modulepreload" href="${folder}${name}">`)
    .join('')
  await writeFile(path, withSteadyHeadings(html).replace('</head>', `${links}</head>`))
}

/**
 * Shows headings in their font only if it has arrived in time: a heading that wraps differently later would move everything
 * below it. Rarer letters, whose files load once a heading needs them, follow: in the fallback font, they would look bolder.
 * @param {string} html
 */
function withSteadyHeadings(html) {
  const style = [...html.matchAll(STYLE)].map(([, css]) => css).find(css => css?.includes(HEADING_FONT))
  if (!style) throw new Error('The heading font is missing')
  const steady = style.replace('font-display:swap', 'font-display:optional')
  return html.replace(style, steady).replace(policyHash(style), policyHash(steady))
}
