/** Serves every address under /dashboard from the one dashboard page, as the api and edge hosts do. */
const rewrite = (request, _response, next) => {
  const { pathname } = new URL(request.url ?? '/', 'http://site')
  if (pathname.startsWith('/dashboard/') && !pathname.split('/').at(-1)?.includes('.')) {
    request.url = '/dashboard/'
  }
  next()
}

/** @returns {import('astro').AstroIntegration} */
export const dashboardRewrite = () => ({
  name: 'currawong:dashboard-rewrite',
  hooks: {
    'astro:config:setup': ({ updateConfig }) =>
      updateConfig({
        vite: {
          plugins: [
            {
              name: 'currawong:dashboard-rewrite',
              configureServer: server => void server.middlewares.use(rewrite),
              configurePreviewServer: server => void server.middlewares.use(rewrite),
            },
          ],
        },
      }),
  },
})
