import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startFamily, type Member } from '../commands/processes/family.ts'
import { nextFreePort } from '../commands/processes/free-port.ts'
import { sandboxSettings } from '../commands/setup/sandbox-settings.ts'

/** Settings of the machine that would lead the api to something else than what the test starts. */
const NEUTRAL = {
  PUBLIC_URL: '',
  SITE_URL: '',
  DATABASE_URL: '',
  S3_BUCKET: '',
  APP_SECRET: '',
  LATE_LIMIT_MINUTES: '',
  PAGESPEED_API_KEY: '',
  ALLOW_PRIVATE_AUDITS: '1',
}

/** Settings that depend on where the world outside is. */
export type SettingsOf = (sandboxUrl: string) => Record<string, string>

/** The real programs, on free ports and a data folder of their own; the api can be ended and started again. */
export async function startProduct(settingsOf: SettingsOf = () => ({})) {
  const family = startFamily()
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-e2e-'))
  const log: string[] = []

  const sandbox = family.start({
    name: 'The sandbox',
    args: ['sandbox/server.ts'],
    env: { SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' },
    ready: /^sandbox ready /,
  })
  const [, sandboxUrl = '', smtpUrl = ''] = /^sandbox ready (\S+) (\S+)/.exec(await sandbox.ready) ?? []
  const port = await nextFreePort(20_000 + Math.floor(Math.random() * 20_000))
  const url = `http://127.0.0.1:${port}`

  let api: Member | undefined
  async function startApi() {
    api = family.start({
      name: 'The api',
      args: ['api/server.ts'],
      env: {
        ...NEUTRAL,
        ...sandboxSettings(sandboxUrl, smtpUrl),
        ...settingsOf(sandboxUrl),
        NODE_ENV: 'development',
        PORT: String(port),
        DATA_DIR: dataDir,
      },
      ready: /^ready http/,
      onLine: line => void log.push(line),
    })
    await api.ready
    return api
  }
  await startApi()

  return {
    url,
    sandboxUrl,
    dataDir,
    log,
    startApi,
    /** Ends the api by a signal, and gives the code it ended with. */
    endApi: (signal: NodeJS.Signals) => api!.end(signal),
    pid: () => api!.pid,
    /** Makes somebody an administrator, as an operator does. */
    async grantAdmin(email: string) {
      const granting = family.start({
        name: 'Granting',
        args: ['commands/admin.ts', 'grant', email],
        env: { ...NEUTRAL, ...sandboxSettings(sandboxUrl, smtpUrl), DATA_DIR: dataDir },
        ready: /is an admin now/,
      })
      await granting.ready
    },
    async stop() {
      await family.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type Product = Awaited<ReturnType<typeof startProduct>>
