import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from '#api/runtime/config.ts'
import { atEnd } from '#api/test/at-end.ts'
import { APP_SECRET } from '#api/test/servers/sandbox.ts'
import { createProcessGroup } from '../../../commands/processes/process-group.ts'
import { sandboxSettings, startTemporarySandbox } from '../../../commands/setup/start-services.ts'
import { contractClient } from '../../client.ts'
import { freePort } from '../../free-port.ts'
import { sandboxClient } from '../../sandbox-client.ts'

type ApiOptions = {
  /** True for the api that serves the media to providers and handles the client's calls. */
  front?: boolean
  env?: Record<string, string>
}
export type RunningApi = { url: string; pid: number; end: (signal: NodeJS.Signals) => Promise<number> }

/** Clears settings of the machine that would affect the api. */
const NEUTRAL = { SITE_URL: '', S3_BUCKET: '', LATE_LIMIT_MINUTES: '', PAGESPEED_API_KEY: '' }

/**
 * Creates a database file and a data folder that real api processes share, and starts a sandbox in a process of its own.
 * The calling process opens the database only in `aftermath.ts`, once every api has ended.
 */
export async function openInstallation() {
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-faults-'))
  const processes = createProcessGroup()
  atEnd(async () => {
    await processes.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { url: sandboxUrl, smtpUrl } = await startTemporarySandbox(processes)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const file = join(dataDir, 'currawong.db')
  const settings: Record<string, string> = {
    ...NEUTRAL,
    ...sandboxSettings(sandboxUrl, smtpUrl),
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: `file:${file}`,
    APP_SECRET,
    PUBLIC_URL: url,
  }
  const log: string[] = []
  const living = new Set<RunningApi>()

  async function startApi({ front = false, env }: ApiOptions = {}): Promise<RunningApi> {
    const child = processes.start({
      name: 'The api',
      args: ['api/server.ts'],
      env: { ...settings, PORT: front ? String(port) : '0', ...env },
      ready: /^ready http/,
      onLine: line => void log.push(line),
    })
    const ready = await child.ready
    const api: RunningApi = {
      url: ready.slice('ready '.length),
      pid: child.pid,
      end(signal) {
        living.delete(api)
        return child.end(signal)
      },
    }
    living.add(api)
    return api
  }

  return {
    dataDir,
    file,
    port,
    url,
    settings,
    sandboxUrl,
    /** Lines printed by the apis. */
    log,
    world: sandboxClient(sandboxUrl),
    config: () => readConfig({ ...settings, LOG_LEVEL: 'silent' }),
    startApi,
    pids: () => [...living].map(({ pid }) => pid),
    endApis: (signal: NodeJS.Signals) => Promise.all([...living].map(api => api.end(signal))),
    /** Runs one of our commands to its end. @throws {Error} with its output if it fails */
    async runCommand(...args: string[]) {
      const command = Bun.spawn([process.execPath, ...args], {
        env: { ...process.env, ...settings },
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const output = await Promise.all([
        new Response(command.stdout).text(),
        new Response(command.stderr).text(),
      ])
      if ((await command.exited) !== 0) throw new Error(`${args.join(' ')} failed:\n${output.join('')}`)
      return output[0]
    },
    newClient: () => contractClient(url, sandboxClient(sandboxUrl)),
  }
}
export type Installation = Awaited<ReturnType<typeof openInstallation>>
