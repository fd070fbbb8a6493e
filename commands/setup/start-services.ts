import { join, resolve } from 'node:path'

import { NETWORKS } from '../../sandbox/networks.ts'
import { isFree, nextFreePort } from '../processes/free-port.ts'
import { type ChildProcess, createProcessGroup, type ProcessGroup } from '../processes/process-group.ts'
import { installPackages } from './install.ts'

type Environment = Record<string, string | undefined>

const PORT = 3000
const SANDBOX_PORT = 4010
const SANDBOX_SMTP_PORT = 4025

/** The services that the sandbox simulates, each with the variable that selects the real one. */
const SIMULATED: {
  name: string
  realWhen: string
  settings: (url: string, smtpUrl: string) => Record<string, string>
}[] = [
  ...Object.values(NETWORKS),
  {
    name: 'OpenAI',
    realWhen: 'OPENAI_API_KEY',
    settings: url => ({ OPENAI_API_KEY: 'sk-sandbox', OPENAI_BASE_URL: `${url}/openai/v1` }),
  },
  { name: 'mail', realWhen: 'SMTP_URL', settings: (_url, smtpUrl) => ({ SMTP_URL: smtpUrl }) },
]

/** Services that the sample business uses. */
const USED_BY_SAMPLE = ['Facebook', 'Instagram', 'Google', 'mail']

export const simulatedServices = (environment: Environment) =>
  SIMULATED.filter(({ realWhen }) => !environment[realWhen])

/** Returns settings that point the api at the sandbox for each service that the environment doesn't configure. */
export const sandboxSettings = (
  url: string,
  smtpUrl: string,
  environment: Environment = {},
): Record<string, string> =>
  Object.assign({}, ...simulatedServices(environment).map(({ settings }) => settings(url, smtpUrl)))

/** Installs the packages and runs `start`. If either fails, prints why, stops all processes and exits. */
export async function launch(start: (processes: ProcessGroup) => Promise<void>) {
  const processes = createProcessGroup()
  try {
    await installPackages()
    await start(processes)
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`)
    await processes.stop()
    process.exit(1)
  }
}

/** Starts the sandbox, and returns it with the environment of an api that uses it. */
export async function prepareEnvironment(processes: ProcessGroup) {
  process.umask(0o077)
  const [port, sandbox] = await Promise.all([choosePort(), startPersistentSandbox(processes)])
  const env = {
    ...sandboxSettings(sandbox.url, sandbox.smtpUrl, process.env),
    PORT: String(port),
    DATA_DIR: process.env.DATA_DIR ?? './data',
    ALLOW_PRIVATE_AUDITS: process.env.ALLOW_PRIVATE_AUDITS ?? '1',
  }
  return { sandbox, env }
}

/** Returns PORT if set, else 3000 or the next free port. */
async function choosePort(): Promise<number> {
  const requested = process.env.PORT
  if (!requested) return nextFreePort(PORT)
  if (await isFree(Number(requested))) return Number(requested)
  throw new Error(
    `Port ${requested} is in use. End the program that uses it, or choose another: PORT=${Number(requested) + 1}.`,
  )
}

/** Starts the sandbox on its usual ports or the next free ones. Its accounts and posts are saved in DATA_DIR. */
export async function startPersistentSandbox(processes: ProcessGroup) {
  const port = await nextFreePort(Number(process.env.SANDBOX_PORT ?? SANDBOX_PORT))
  const smtpPort = await nextFreePort(Number(process.env.SANDBOX_SMTP_PORT ?? SANDBOX_SMTP_PORT), [port])
  return await startSandbox(processes, {
    SANDBOX_PORT: String(port),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_DIR: join(resolve(process.env.DATA_DIR ?? './data'), 'sandbox'),
  })
}

/** Starts a sandbox on free ports, without a data folder. */
export const startTemporarySandbox = (processes: ProcessGroup) =>
  startSandbox(processes, { SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' })

async function startSandbox(processes: ProcessGroup, env: Record<string, string>) {
  const child = processes.start({
    name: 'The sandbox',
    args: ['sandbox/server.ts'],
    env,
    ready: /^sandbox ready /,
  })
  const [, url, smtpUrl] = /^sandbox ready (\S+) (\S+)/.exec(await child.ready) ?? []
  if (!url || !smtpUrl) throw new Error('The sandbox printed no URL.')
  return { ...child, url, smtpUrl }
}

type Demo = { email: string; agencyEmail: string; password: string }

/**
 * Creates the demo users, and their sample business if the sandbox simulates all that it uses. Runs in a separate process:
 * this one started before the packages were installed, so Bun would load them from its cache, which lacks sharp's native parts.
 */
export async function createDemo(
  processes: ProcessGroup,
  env: Record<string, string>,
  sandboxUrl: string,
): Promise<Demo> {
  const simulated = simulatedServices(process.env).map(({ name }) => name)
  const hasSample = USED_BY_SAMPLE.every(name => simulated.includes(name))
  const child = processes.start({
    name: 'The sample business',
    args: ['commands/setup/demo/demo.ts', ...(hasSample ? [sandboxUrl] : [])],
    env,
    ready: /^demo ready /,
  })
  const demo = JSON.parse((await child.ready).replace(/^demo ready /, '')) as Demo
  await child.exited
  return demo
}

type Api = { env: Record<string, string>; watch?: boolean; onLine: (line: string) => void }

export async function startApi(
  processes: ProcessGroup,
  { env, watch, onLine }: Api,
): Promise<ChildProcess & { url: string }> {
  const child = processes.start({
    name: 'The api',
    args: [...(watch ? ['--watch', '--no-clear-screen'] : []), 'api/server.ts'],
    env,
    ready: /^ready http/,
    onLine,
  })
  const url = (await child.ready).replace(/^ready /, '').trim()
  return { ...child, url }
}
