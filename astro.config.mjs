import react from '@astrojs/react'
import tailwind from '@tailwindcss/vite'
import { defineConfig, fontProviders } from 'astro/config'
import { loadEnv } from 'vite'

import { dashboardRewrite } from './site/build/dashboard-rewrite.mjs'
import { sessionFlagHash } from './site/build/session-flag.mjs'
import { wantedDirective } from './site/build/wanted-directive.mjs'

const env = { ...loadEnv('production', process.cwd(), ''), ...process.env }
const apiTarget = env.API_URL ?? 'http://127.0.0.1:3000'
const apiOrigin = env.PUBLIC_API_URL ? new URL(env.PUBLIC_API_URL).origin : ''

/** On a machine of one's own, where the sandbox plays the networks. */
const loopback = env.SITE_URL || env.PUBLIC_URL ? '' : 'http://127.0.0.1:* http://localhost:*'

/** Pictures and videos come from the api, a bucket or the networks, whose hosts are not known when building. */
const mediaOrigins = ['https:', apiOrigin, env.PUBLIC_MEDIA_ORIGINS, loopback].filter(Boolean).join(' ')

const font = (name, cssVariable, file, weight) => ({
  provider: fontProviders.local(),
  name,
  cssVariable,
  fallbacks: ['Arial', 'sans-serif'],
  options: {
    variants: [{ src: [`@fontsource-variable/${file}-latin-wght-normal.woff2`], weight, style: 'normal' }],
  },
})

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  outDir: './dist',
  output: 'static',
  site: env.SITE_URL,
  trailingSlash: 'ignore',
  build: { format: 'directory' },
  server: { port: Number(env.SITE_PORT ?? 4321), host: '127.0.0.1' },
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  integrations: [react(), wantedDirective(), dashboardRewrite()],
  fonts: [
    font('Figtree', '--font-figtree', 'figtree/files/figtree', '300 900'),
    font('Familjen Grotesk', '--font-familjen', 'familjen-grotesk/files/familjen-grotesk', '400 700'),
  ],
  security: {
    csp: {
      scriptDirective: { hashes: [sessionFlagHash] },
      directives: [
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-src 'none'",
        "object-src 'none'",
        `img-src 'self' data: blob: ${mediaOrigins}`,
        `media-src 'self' blob: ${mediaOrigins}`,
        `connect-src 'self' ${apiOrigin}`.trim(),
        "font-src 'self'",
      ],
    },
  },
  vite: {
    plugins: [tailwind()],
    server: {
      proxy: Object.fromEntries(['/api', '/uploads'].map(path => [path, { target: apiTarget }])),
    },
  },
})
