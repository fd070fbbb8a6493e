import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { policyHash } from './policy-hash.mjs'

const DASHBOARD = 'shell/Dashboard.tsx'
/** Astro's entry script for islands. */
const RENDERER = '/@astrojs/react/dist/client.js'
/** Screens that people open by their URL, from a bookmark or a mail. Each takes room in the page of all. */
const SCREENS = {
  '/dashboard': 'overview/Overview.tsx',
  '/dashboard/clients': 'clients/Clients.tsx',
  '/dashboard/social-hub': 'social-hub/SocialHub.tsx',
  '/dashboard/insights': 'insights/InsightsScreen.tsx',
  '/dashboard/reports': 'reports/ReportsScreen.tsx',
  '/dashboard/create-post': 'composer/Composer.tsx',
  '/dashboard/view-post': 'posts/Posts.tsx',
  '/dashboard/calendar': 'calendar/Calendar.tsx',
  '/dashboard/inbox': 'inbox/Inbox.tsx',
  '/dashboard/media': 'media/MediaScreen.tsx',
  '/dashboard/settings': 'settings/Settings.tsx',
}
const PAGE = 'dashboard/index.html'
/** Placeholder, replaced when all chunks have their names. */
export const NO_PRELOADS = '{}'

/** Preloads the URL's screen together with the dashboard, which would otherwise load one after the other. */
export const preloadScreen = `{const {all = [], screens = {}} = JSON.parse(document.getElementById('preloads').textContent)
for (const href of [...all, ...(screens[location.pathname.replace(/\\/$/, '')] ?? [])])
document.head.append(Object.assign(document.createElement('link'), {rel: 'modulepreload', href}))}`

export const preloadScreenHash = policyHash(preloadScreen)

/** @returns {import('astro').AstroIntegration} */
export function screenPreloads() {
  let preloads = NO_PRELOADS
  return {
    name: 'currawong:screen-preloads',
    hooks: {
      'astro:config:setup': ({ updateConfig }) =>
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'currawong:screen-preloads',
                applyToEnvironment: ({ name }) => name === 'client',
                generateBundle(_options, bundle) {
                  preloads = JSON.stringify(preloadsOf(Object.values(bundle)))
                },
              },
            ],
          },
        }),
      'astro:build:done': async ({ dir }) => {
        const path = fileURLToPath(new URL(PAGE, dir))
        const html = await readFile(path, 'utf8')
        await writeFile(
          path,
          html.replace(`>${NO_PRELOADS}</script>`, () => `>${preloads}</script>`),
        )
      },
    },
  }
}

function preloadsOf(output) {
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map(chunk => [chunk.fileName, chunk]))
  const chunkOf = module => {
    const found = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
    if (!found) throw new Error(`There is no chunk of ${module}: is it still loaded by itself?`)
    return found
  }
  const withImports = (chunk, found = new Set()) => {
    if (found.has(chunk.fileName)) return found
    found.add(chunk.fileName)
    for (const name of chunk.imports) if (chunks.has(name)) withImports(chunks.get(name), found)
    return found
  }
  const all = withImports(chunkOf(`/site/dashboard/${DASHBOARD}`))
  withImports(chunkOf(RENDERER), all)
  const additional = file =>
    [...withImports(chunkOf(`/site/dashboard/${file}`))].filter(name => !all.has(name))
  const urls = names => [...names].map(name => `/${name}`)
  return {
    all: urls(all),
    screens: Object.fromEntries(
      Object.entries(SCREENS).map(([path, file]) => [path, urls(additional(file))]),
    ),
  }
}
