import type { AstroIntegration } from 'astro'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { policyHash } from './policy-hash.mjs'
import { sessionFlag } from './session-flag.mjs'

const SCRIPT = /<script(?: type="module")?>([^]*?)<\/script>/g
const STYLE = /<style>([^]*?)<\/style>/g
const POLICY = /(<meta http-equiv="content-security-policy" content=")([^"]+)/
/** Marks a page whose app only runs in the browser. Its scripts are already in files, so the page stays unchanged. */
const CLIENT_ONLY = 'client="only"'

/**
 * Moves the scripts that Astro writes into every page to two files, one for several pages and one for the page, because a page
 * under 14 KB reaches a browser in one round trip. Lists only the page's own scripts and styles in its policy.
 */
export const pageScripts = (): AstroIntegration => ({
  name: 'currawong:page-scripts',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const root = fileURLToPath(dir)
      const pages = await readPages(root)
      const shared = sharedScripts([...pages.values()])
      for (const [name, html] of pages) {
        const common = await withScriptFile(root, html, script => shared.has(script))
        const own = await withScriptFile(root, common, script => script !== sessionFlag)
        await writeFile(`${root}/${name}`, withPolicy(own))
      }
    },
  },
})

async function readPages(root: string): Promise<Map<string, string>> {
  const names = (await readdir(root, { recursive: true })).filter(name => name.endsWith('.html'))
  const pages = await Promise.all(
    names.map(async name => [name, await readFile(`${root}/${name}`, 'utf8')] as const),
  )
  return new Map(pages.filter(([, html]) => !html.includes(CLIENT_ONLY)))
}

const contentsOf = (element: RegExp, html: string) =>
  [...html.matchAll(element)].map(([, content = '']) => content)

/** Finds scripts that are on more than one page. Those that must run before the first paint stay inline. */
function sharedScripts(pages: string[]): Set<string> {
  const all = pages.flatMap(page => [...new Set(contentsOf(SCRIPT, page))])
  return new Set(all.filter((script, index) => script !== sessionFlag && all.indexOf(script) !== index))
}

async function withScriptFile(
  root: string,
  html: string,
  isMoved: (script: string) => boolean,
): Promise<string> {
  const moved = contentsOf(SCRIPT, html).filter(script => script && isMoved(script))
  if (moved.length === 0) return html
  const content = moved.map(script => `(()=>{${script}\n})();`).join('\n')
  const url = `/_astro/page.${createHash('sha256').update(content).digest('base64url').slice(0, 8)}.js`
  await writeFile(`${root}${url}`, content)
  return html
    .replace(SCRIPT, (element, script: string) => (script && isMoved(script) ? '' : element))
    .replace('</head>', `<script type="module" src="${url}"></script></head>`)
}

/** Replaces the hashes of the policy by those of the page's own scripts and styles. */
function withPolicy(html: string): string {
  const hashes = (element: RegExp) =>
    contentsOf(element, html)
      .map(content => ` '${policyHash(content)}'`)
      .join('')
  return html.replace(POLICY, (_, start: string, policy: string) => {
    const ours = policy
      .replaceAll(/ 'sha256-[^']+'/g, '')
      .replace(/script-src[^;]*/, found => found.trimEnd() + hashes(SCRIPT))
      .replace(/style-src[^;]*/, found => found.trimEnd() + hashes(STYLE))
    return start + ours
  })
}
