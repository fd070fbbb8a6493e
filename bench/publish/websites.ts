import { siteFiles } from '../../api/http/static-site.ts'
import { MISLEADING, PRIVATE, WEBSITES } from './own-network.ts'
import { createPhotograph } from './photograph.ts'

/** A port that the api accepts, so that it rejects an address only because it is private. */
const PRIVATE_PORT = 8080
const html = (body: string) => new Response(body, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })

/** Size of a phone's photo. */
const UNREDUCED = { width: 2400, height: 1800, background: 'grey', sigma: 40, quality: 80 }

const HAIRDRESSER = `<html><title>home</title><h1>Fringe Theory</h1>${'<img src="/photo.jpg">'.repeat(4)}
${'<p>Cuts, colour and a good talk.</p>'.repeat(200)}
<script>const until = performance.now() + 400; while (performance.now() < until) document.body.append('')</script>`

const PLUMBER_DELAY_MS = 500
const PLUMBER = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Pat’s Plumbing</title>
<link rel="stylesheet" href="/one.css"><link rel="stylesheet" href="/two.css"><h1>Pat’s Plumbing, Brunswick</h1>
<p>Open Mon-Fri 7 am-5 pm. <a href="tel:+61370104010">03 7010 4010</a>, 12 Sydney Road, Brunswick VIC 3056.</p>
${'<p>Blocked drains, hot water, leaking taps.</p>'.repeat(100)}`

const INSIDE = PRIVATE.map(
  address => `<img src="http://${address}:${PRIVATE_PORT}/picture"><iframe src="http://${address}:${PRIVATE_PORT}/frame"></iframe>
<script>fetch('http://${address}:${PRIVATE_PORT}/fetched', { mode: 'no-cors' }).catch(() => {})</script>`,
).join('')

/**
 * Serves three websites: the agency’s own, one with heavy pictures, and a slow one. A fourth leads to private addresses, whose
 * connections are counted.
 */
export async function startWebsites() {
  const own = siteFiles('dist', 'http://127.0.0.1')
  const { data: photo } = await createPhotograph(UNREDUCED)
  let connections = 0
  const [agency, hairdresser, plumber] = WEBSITES
  const serve = (hostname: string, fetch: (request: Request) => Response | Promise<Response>) =>
    Bun.serve({ hostname, port: 80, fetch })
  const servers = [
    serve(agency, own),
    serve(hairdresser, ({ url }) =>
      url.endsWith('.jpg') ? new Response(new Uint8Array(photo)) : html(HAIRDRESSER),
    ),
    serve(plumber, async ({ url }) => {
      await Bun.sleep(PLUMBER_DELAY_MS)
      return url.endsWith('.css') ? new Response('p { margin: 1em }') : html(PLUMBER)
    }),
    serve(MISLEADING, ({ url }) => {
      const to = PRIVATE[Number(new URL(url).pathname.slice(1))]
      return to ? Response.redirect(`http://${to}:${PRIVATE_PORT}/`) : html(INSIDE)
    }),
  ]
  const secrets = PRIVATE.map(hostname =>
    Bun.listen({
      hostname,
      port: PRIVATE_PORT,
      socket: {
        open(socket) {
          connections++
          socket.end()
        },
        data() {},
      },
    }),
  )
  return {
    /** Addresses that are checked, in turn: fourteen of the websites, two that redirect, one that looks inside, three inside. */
    addresses: [
      ...Array.from(
        { length: 14 },
        (_, index) => `http://${WEBSITES[index % WEBSITES.length]}/?visitor=${index}`,
      ),
      `http://${MISLEADING}/1`,
      `http://${MISLEADING}/3`,
      `http://${MISLEADING}/inside`,
      ...['127.0.0.1', '10.20.30.40', 'localhost'].map(host => `http://${host}:${PRIVATE_PORT}/`),
    ],
    connections: () => connections,
    async stop() {
      await Promise.all(servers.map(server => server.stop(true)))
      for (const secret of secrets) secret.stop(true)
    },
  }
}
