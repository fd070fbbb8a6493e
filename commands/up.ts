import { exitTogether } from './processes/process-group.ts'
import { buildSite } from './setup/build-site.ts'
import {
  simulatedServices,
  launch,
  startApi,
  createDemo,
  prepareEnvironment,
} from './setup/start-services.ts'

const startedAt = performance.now()

console.log('Installing …')
await launch(async processes => {
  console.log('Building the site and a sample business …')
  const { sandbox, env: settings } = await prepareEnvironment(processes)
  const env = { ...settings, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' }
  const [demo] = await Promise.all([createDemo(processes, env, sandbox.url), buildSite()])
  const onLine = (line: string) => line.startsWith('ready ') || console.log(line)
  const api = await startApi(processes, { env, onLine })
  exitTogether(processes, [sandbox, api])

  const simulated = simulatedServices(process.env).map(({ name }) => name)
  console.log(`
Currawong is up after ${Math.round((performance.now() - startedAt) / 1000)} s.

  Open      ${api.url}
  Sign in   ${demo.email} (with a sample business to explore)
  Password  ${demo.password}
  Agency    ${demo.agencyEmail}, with the same password (shows visitors’ requests)

  Mail      ${simulated.includes('mail') ? `${sandbox.url}/mail (sign-up codes arrive here)` : 'is sent through SMTP_URL'}
  Sandbox   ${sandbox.url} (shows published posts${simulated.length > 0 ? `; simulates ${simulated.join(', ')}` : ''})

Data is stored in ${env.DATA_DIR}. Ctrl-C stops everything.`)
})
