import { nextFreePort } from './processes/free-port.ts'
import { exitTogether } from './processes/process-group.ts'
import { launch, startApi, createDemo, prepareEnvironment } from './setup/start-services.ts'

const SITE_PORT = 4321

console.log('Installing …')
await launch(async processes => {
  console.log('Starting the sandbox, a sample business, the api and the site …')
  const { sandbox, env: settings } = await prepareEnvironment(processes)
  const sitePort = await nextFreePort(SITE_PORT)
  const siteUrl = `http://127.0.0.1:${sitePort}`
  const env = { ...settings, SITE_URL: siteUrl }
  const demo = await createDemo(processes, env, sandbox.url)
  const api = await startApi(processes, { env, watch: true, onLine: console.log })
  const site = processes.start({
    name: 'The site',
    args: ['--bun', 'astro', 'dev'],
    env: {
      SITE_PORT: String(sitePort),
      API_URL: api.url,
      ASTRO_TELEMETRY_DISABLED: '1',
      SITE_ON_LOOPBACK: '1',
    },
    ready: /Local/,
    onLine: console.log,
  })
  await site.ready
  exitTogether(processes, [sandbox, api, site])

  console.log(`
  Site      ${siteUrl} (reloads)
  Api       ${api.url}/api/docs (restarts when a file changes)
  Sandbox   ${sandbox.url}, mail at ${sandbox.url}/mail
  Sign in   ${demo.email} or ${demo.agencyEmail}  ${demo.password}
`)
})
