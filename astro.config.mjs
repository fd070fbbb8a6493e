import mdx from '@astrojs/mdx'
import react from '@astrojs/react'
import tailwind from '@tailwindcss/vite'
import { defineConfig, fontProviders } from 'astro/config'
import { loadEnv } from 'vite'

import { builtFor } from './site/build/built-for.mjs'
import { earlyRequestHashes } from './site/build/early-requests.mjs'
import { everydayFont, extendedRange, WESTERN } from './site/build/everyday-font.mjs'
import { intentDirective } from './site/build/intent-directive.mjs'
import { islandStyleInHead } from './site/build/island-style.mjs'
import { linkPages } from './site/build/link-pages.mjs'
import { readOwnJson } from './site/build/own-files.ts'
import { pageScripts } from './site/build/page-scripts.ts'
import { precompress } from './site/build/precompress.mjs'
import { pureSchemas } from './site/build/pure-schemas.mjs'
import { rewrites } from './site/build/rewrites.mjs'
import { preloadScreenHash, screenPreloads } from './site/build/screen-preloads.mjs'
import { sessionFlagHash } from './site/build/session-flag.mjs'
import { sharedChunks } from './site/build/shared-chunks.mjs'

// Importing an invalid `brand.json` fails without a file and a line, so it is parsed before. Astro hides what a config throws.
try {
  readOwnJson('shared/brand.json')
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const { brand } = await import('./shared/brand.ts')
const { brandFacts } = await import('./site/build/brand-facts.ts')

const env = { ...loadEnv('production', process.cwd(), ''), ...process.env }
const apiTarget = env.API_URL ?? 'http://127.0.0.1:3000'
const apiOrigin = env.PUBLIC_API_URL ? new URL(env.PUBLIC_API_URL).origin : ''

/** True if the sandbox simulates the networks and Google on this machine. `up` and `dev` set it. */
const onLoopback = env.SITE_ON_LOOPBACK === '1'
const loopback = onLoopback ? 'http://127.0.0.1:* http://localhost:*' : ''

/** Undefined if neither is set. The pages are then built without a public URL. */
const siteUrl = env.SITE_URL || env.PUBLIC_URL

/** URLs of Google's sign-in, which loads when somebody uses it. */
const google = path => `https://accounts.google.com/gsi/${path} ${loopback}`.trim()

/** Origins of pictures and videos: the api, a bucket or the networks, whose hosts aren't known at build time. */
const mediaOrigins = ['https:', apiOrigin, env.PUBLIC_MEDIA_ORIGINS, loopback].filter(Boolean).join(' ')

const font = async (name, cssVariable, file, weights, more = '') => {
  /** Must be the same for all parts, so that browsers treat them as one font. */
  const traits = {
    weight: typeof weights === 'number' ? weights : `${weights.min} ${weights.max}`,
    style: 'normal',
  }
  const whole = `@fontsource-variable/${file}-latin-wght-normal.woff2`
  const extended = `@fontsource-variable/${file}-latin-ext-wght-normal.woff2`
  const everyday = await everydayFont(whole, weights, more)
  return {
    provider: fontProviders.local(),
    name,
    cssVariable,
    // With the metrics of the font (`styles/theme.css`), so that no text moves when it arrives.
    fallbacks: [`${name} fallback`, `${name} on Linux`, 'sans-serif'],
    optimizedFallbacks: false,
    options: {
      variants: [
        { src: [everyday.path], unicodeRange: everyday.range, ...traits },
        { src: [whole], unicodeRange: everyday.rest, ...traits },
        { src: [extended], unicodeRange: extendedRange, ...traits },
      ],
    },
  }
}

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  outDir: './dist',
  output: 'static',
  site: siteUrl || brand.website,
  trailingSlash: 'ignore',
  // A page in a folder of its own is served for every URL under it. The others have no slash at their end.
  build: { format: 'preserve', inlineStylesheets: 'always' },
  server: { port: Number(env.SITE_PORT ?? 4321), host: '127.0.0.1' },
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  integrations: [
    react(),
    mdx(),
    brandFacts(),
    intentDirective(),
    rewrites(),
    islandStyleInHead(),
    sharedChunks(),
    screenPreloads(),
    linkPages(),
    pageScripts(),
    builtFor({
      site: siteUrl ? new URL(siteUrl).href : '',
      api: apiOrigin,
      loopback: onLoopback,
    }),
    precompress(),
  ],
  fonts: [
    await font('Figtree', '--font-figtree', 'figtree/files/figtree', { min: 400, max: 700 }),
    // Headings use a single weight. Names in them need more letters than English has: on link pages, a second file comes too late.
    await font(
      'Familjen Grotesk',
      '--font-familjen',
      'familjen-grotesk/files/familjen-grotesk',
      600,
      WESTERN,
    ),
  ],
  security: {
    csp: {
      scriptDirective: {
        resources: ["'self'", google('client')],
        hashes: [sessionFlagHash, preloadScreenHash, ...earlyRequestHashes],
      },
      styleDirective: { resources: ["'self'", google('style')] },
      directives: [
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        `frame-src ${google('')}`,
        "object-src 'none'",
        `img-src 'self' data: blob: ${mediaOrigins}`,
        `media-src 'self' blob: ${mediaOrigins}`,
        `connect-src 'self' ${apiOrigin} ${google('')}`,
        "font-src 'self'",
      ],
    },
  },
  vite: {
    // The api's types lead to it.
    optimizeDeps: { exclude: ['bun'] },
    plugins: [tailwind(), pureSchemas()],
    // Schemas refer to parts of others, such as `PostData.entries.labels`, which would keep all of them in the scripts.
    build: { rolldownOptions: { treeshake: { propertyReadSideEffects: false } } },
    server: {
      proxy: Object.fromEntries(['/api', '/report', '/uploads'].map(path => [path, { target: apiTarget }])),
    },
  },
})
