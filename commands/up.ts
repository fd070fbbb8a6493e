import { endTogether } from './processes/family.ts'
import { buildSite } from './setup/build-site.ts'
import { simulatedBySandbox, startAll, startApi, startDemo, startOutside } from './setup/start-parts.ts'

const started = performance.now()

console.log('Installing …')
await startAll(async family => {
  console.log('Building the site and a sample business …')
  const { sandbox, env: settings } = await startOutside(family)
  const env = { ...settings, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' }
  const [demo] = await Promise.all([startDemo(family, env, sandbox.url), buildSite()])
  const api = await startApi(family, { env, onLine: line => line.startsWith('ready ') || console.log(line) })
  endTogether(family, [sandbox.member, api])

  const simulated = simulatedBySandbox(process.env)
  console.log(`
Currawong is up after ${Math.round((performance.now() - started) / 1000)} s.

  Open      ${api.url}
  Sign in   ${demo.email} (with a sample business to explore)
  Password  ${demo.password}
  Agency    ${demo.agencyEmail}, with the same password (shows visitors’ requests)

  Mail      ${simulated.includes('mail') ? `${sandbox.url}/mail (sign-up codes arrive here)` : 'is sent through SMTP_URL'}
  Sandbox   ${sandbox.url} (shows published posts${simulated.length > 0 ? `; simulates ${simulated.join(', ')}` : ''})

Data is stored in ${env.DATA_DIR}. Ctrl-C stops everything.`)
})
