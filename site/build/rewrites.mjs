/** Paths below which the api and edge hosts serve one page for every URL. */
const PAGES = ['/dashboard/', '/call/', '/reset-password/', '/review/', '/connect/', '/audits/']

/** The development server serves this page only with its ending. */
const REPORT = '/sample-report'

export const rewrite = (request, response, next) => {
  const { pathname } = new URL(request.url ?? '/', 'http://site')
  const invitation = /^\/invite\/([a-z2-7]+)\/?$/.exec(pathname)?.[1]
  if (invitation) {
    response.writeHead(303, { Location: `/dashboard?invite=${invitation}` }).end()
    return
  }
  if (pathname === REPORT) request.url = `${REPORT}.html`
  const page = PAGES.find(prefix => pathname.startsWith(prefix))
  if (page && !pathname.split('/').at(-1)?.includes('.')) request.url = page
  next()
}

/** @returns {import('astro').AstroIntegration} */
export const rewrites = () => ({
  name: 'currawong:rewrites',
  hooks: {
    'astro:config:setup': ({ updateConfig }) =>
      updateConfig({
        vite: {
          plugins: [
            {
              name: 'currawong:rewrites',
              configureServer: server => void server.middlewares.use(rewrite),
              configurePreviewServer: server => void server.middlewares.use(rewrite),
            },
          ],
        },
      }),
  },
})
