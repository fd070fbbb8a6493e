import { endTogether, startFamily } from './processes/family.ts'
import { nextFreePort } from './processes/free-port.ts'
import { installPackages } from './setup/install.ts'
import { sandboxSettings } from './setup/sandbox.ts'
import { choosePort, startApi, startDemo, startSandbox } from './setup/start-parts.ts'

const SITE_PORT = 4321

const say = (line: string) => console.log(line)
const family = startFamily()

try {
  await installPackages()
  const [port, sitePort, sandbox] = await Promise.all([
    choosePort(),
    nextFreePort(SITE_PORT),
    startSandbox(family),
  ])
  const siteUrl = `http://127.0.0.1:${sitePort}`
  const env = {
    ...sandboxSettings(sandbox.url, sandbox.smtpUrl, process.env),
    PORT: String(port),
    DATA_DIR: process.env.DATA_DIR ?? './data',
    ALLOW_PRIVATE_AUDITS: process.env.ALLOW_PRIVATE_AUDITS ?? '1',
    SITE_URL: siteUrl,
  }
  process.umask(0o077)
  const demo = await startDemo(family, env, sandbox.url)
  const api = await startApi(family, { env, watch: true, onLine: say })
  const site = family.start({
    name: 'The site',
    args: ['--bun', 'astro', 'dev'],
    env: {
      SITE_PORT: String(sitePort),
      API_URL: api.url,
      ASTRO_TELEMETRY_DISABLED: '1',
      SITE_ON_LOOPBACK: '1',
    },
    ready: /Local/,
    onLine: say,
  })
  await site.ready
  endTogether(family, [sandbox.member, api, site], say)

  say(`
  Site      ${siteUrl} (reloads)
  Api       ${api.url}/api/docs (restarts when a file changes)
  Sandbox   ${sandbox.url}, mail at ${sandbox.url}/mail
  Sign in   ${demo.email} or ${demo.agencyEmail}  ${demo.password}
`)
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  await family.stop()
  process.exit(1)
}
