import type { AstroIntegration } from 'astro'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { rulesFor } from './page-rules.ts'
import { policyHash } from './policy-hash.mjs'
import { sessionFlag } from './session-flag.mjs'

const STYLE = /<style>([^]*?)<\/style>/g
const SCRIPT = /<script(?: type="module")?>([^]*?)<\/script>/g
/** Fallback of a variable that the theme always defines. It comes from Tailwind's preflight. */
const FALLBACK_FONTS = /(?<=var\(--default-font-family),[^)]*/g
const LINKED_SCRIPT = /<script\b[^>]*\ssrc="(\/[^"]+)"/g
const POLICY = /(<meta http-equiv="content-security-policy" content=")([^"]+)/
/** A client-only app may need any rule and script, so its page is left unchanged. */
const CLIENT_ONLY = 'client="only"'

/**
 * Keeps only the rules that a page's elements can match, and splits scripts into one file for several pages and one for the
 * page, because a page under 14 KB reaches a browser in one round trip. Islands that render later bring their own rules
 * (`forms.css`).
 */
export const leanPages = (): AstroIntegration => ({
  name: 'currawong:lean-pages',
  hooks: {
    'astro:build:done': async ({ dir, logger }) => {
      const root = fileURLToPath(dir)
      const pages = await readPages(root)
      const shared = sharedScripts([...pages.values()])
      for (const [name, html] of pages) {
        const common = await withScriptFile(root, html, script => shared.has(script))
        const own = await withScriptFile(root, common, script => script !== sessionFlag)
        const lean = withPolicy(await withFewerRules(root, own))
        await writeFile(`${root}/${name}`, lean)
      }
      logger.info(`${pages.size} pages made lean`)
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

const scriptsOf = (html: string) => [...html.matchAll(SCRIPT)].map(([, script = '']) => script)

/** Finds scripts that are on more than one page. Those that must run before the first paint stay inline. */
function sharedScripts(pages: string[]): Set<string> {
  const all = pages.flatMap(page => [...new Set(scriptsOf(page))])
  return new Set(all.filter((script, index) => script !== sessionFlag && all.indexOf(script) !== index))
}

async function withScriptFile(
  root: string,
  html: string,
  isMoved: (script: string) => boolean,
): Promise<string> {
  const moved = scriptsOf(html).filter(script => script && isMoved(script))
  if (moved.length === 0) return html
  const content = moved.map(script => `(()=>{${script}\n})();`).join('\n')
  const url = `/_astro/page.${createHash('sha256').update(content).digest('base64url').slice(0, 8)}.js`
  await writeFile(`${root}${url}`, content)
  return html
    .replace(SCRIPT, (element, script: string) => (script && isMoved(script) ? '' : element))
    .replace('</head>', `<script type="module" src="${url}"></script></head>`)
}

async function withFewerRules(root: string, html: string): Promise<string> {
  const css = [...html.matchAll(STYLE)].map(([, rules = '']) => rules).join('')
  const body = html.replace(STYLE, '')
  const linked = [...html.matchAll(LINKED_SCRIPT)].flatMap(([, url]) => url ?? [])
  const files = await Promise.all(linked.map(url => readFile(`${root}${url}`, 'utf8')))
  const rules = rulesFor(body, [...scriptsOf(html), ...files].join('\n'), css).replace(FALLBACK_FONTS, '')
  return body.replace('</head>', () => `<style>${rules}</style></head>`)
}

/** Adds the policy for the page's own scripts and styles. */
function withPolicy(html: string): string {
  const hashes = (contents: string[]) => contents.map(content => `'${policyHash(content)}'`)
  const styles = [...html.matchAll(STYLE)].map(([, rules = '']) => rules)
  const sources = { 'script-src': hashes(scriptsOf(html)), 'style-src': hashes(styles) }
  return html.replace(POLICY, (_, start: string, policy: string) => {
    const directives = policy
      .replaceAll(/ 'sha256-[^']+'/g, '')
      .split(';')
      .map(directive => directive.trim().replaceAll(/ +/g, ' '))
      .filter(Boolean)
      .map(directive => {
        const [name = ''] = directive.split(' ', 1)
        return name in sources ? [directive, ...sources[name as keyof typeof sources]].join(' ') : directive
      })
    return start + directives.join(';')
  })
}
