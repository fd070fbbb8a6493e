import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createProcessGroup, type ChildProcess } from '../commands/processes/process-group.ts'
import { sandboxSettings, startTemporarySandbox } from '../commands/setup/start-services.ts'
import { freePort } from './free-port.ts'

/** Clears settings of the machine that would affect the api. */
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

/** Environment variables that depend on the sandbox's URL. */
export type SettingsOf = (sandboxUrl: string) => Record<string, string>

/** Starts the real programs on free ports with a data folder of their own. The api can be stopped and restarted. */
export async function startProduct(settingsOf: SettingsOf = () => ({})) {
  const processes = createProcessGroup()
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-e2e-'))
  const log: string[] = []

  const { url: sandboxUrl, smtpUrl } = await startTemporarySandbox(processes)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`

  let api: ChildProcess | undefined
  async function startApi() {
    api = processes.start({
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
    /** Ends the api by a signal and returns its exit code. */
    endApi: (signal: NodeJS.Signals) => api!.end(signal),
    pid: () => api!.pid,
    /** Grants the admin role as an operator does. */
    async grantAdmin(email: string) {
      const granting = processes.start({
        name: 'Granting',
        args: ['commands/admin.ts', 'grant', email],
        env: { ...NEUTRAL, ...sandboxSettings(sandboxUrl, smtpUrl), DATA_DIR: dataDir },
        ready: /is an admin now/,
      })
      await granting.ready
    },
    async stop() {
      await processes.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type Product = Awaited<ReturnType<typeof startProduct>>
