import { join, resolve } from 'node:path'

import { NETWORKS } from '../../sandbox/networks.ts'
import { type Family, type Member, startFamily } from '../processes/family.ts'
import { isFree, nextFreePort } from '../processes/free-port.ts'
import { installPackages } from './install.ts'

type Environment = Record<string, string | undefined>

/** The services that the sandbox replaces, each with the setting that selects the real one. */
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

const simulated = (environment: Environment) => SIMULATED.filter(({ realWhen }) => !environment[realWhen])

/** Returns settings that point the api at the sandbox for every service without a real one. */
export const sandboxSettings = (
  url: string,
  smtpUrl: string,
  environment: Environment = {},
): Record<string, string> =>
  Object.assign({}, ...simulated(environment).map(({ settings }) => settings(url, smtpUrl)))

export const simulatedBySandbox = (environment: Environment): string[] =>
  simulated(environment).map(({ name }) => name)

/** Services that the sample business uses. */
const SAMPLED = ['Facebook', 'Instagram', 'Google', 'mail']

const playsEveryNetwork = (environment: Environment): boolean =>
  SAMPLED.every(name => simulatedBySandbox(environment).includes(name))

type SandboxPart = { member: Member; url: string; smtpUrl: string }

/** Starts a sandbox, by default on free ports and without a folder. */
export async function startSandboxProcess(
  family: Family,
  env: Record<string, string> = { SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' },
): Promise<SandboxPart> {
  const member = family.start({
    name: 'The sandbox',
    args: ['sandbox/server.ts'],
    env,
    ready: /^sandbox ready /,
  })
  const [, url, smtpUrl] = /^sandbox ready (\S+) (\S+)/.exec(await member.ready) ?? []
  if (!url || !smtpUrl) throw new Error('The sandbox printed no URL.')
  return { member, url, smtpUrl }
}

const SANDBOX_PORT = 4010
const SANDBOX_SMTP_PORT = 4025
const PORT = 3000

/** Installs the packages and starts a family. If that fails, ends what has started, and prints why. */
export async function startAll(start: (family: Family) => Promise<void>) {
  const family = startFamily()
  try {
    await installPackages()
    await start(family)
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`)
    await family.stop()
    process.exit(1)
  }
}

/** Starts the sandbox, and returns it with the settings of an api that uses it. */
export async function startOutside(family: Family) {
  process.umask(0o077)
  const [port, sandbox] = await Promise.all([choosePort(), startSandbox(family)])
  const env = {
    ...sandboxSettings(sandbox.url, sandbox.smtpUrl, process.env),
    PORT: String(port),
    DATA_DIR: process.env.DATA_DIR ?? './data',
    ALLOW_PRIVATE_AUDITS: process.env.ALLOW_PRIVATE_AUDITS ?? '1',
  }
  return { sandbox, env }
}

/** Starts the sandbox on its usual ports or the next free ones. Its accounts and posts stay in DATA_DIR. */
export async function startSandbox(family: Family): Promise<SandboxPart> {
  const port = await nextFreePort(Number(process.env.SANDBOX_PORT ?? SANDBOX_PORT))
  const smtpPort = await nextFreePort(Number(process.env.SANDBOX_SMTP_PORT ?? SANDBOX_SMTP_PORT), [port])
  return await startSandboxProcess(family, {
    SANDBOX_PORT: String(port),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_DIR: join(resolve(process.env.DATA_DIR ?? './data'), 'sandbox'),
  })
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

type Demo = { email: string; agencyEmail: string; password: string }

/**
 * Creates the demo in a separate process. The calling process started before the packages were installed, so Bun would
 * load them from its cache, which lacks sharp's native parts.
 */
export async function startDemo(family: Family, env: Record<string, string>, url: string): Promise<Demo> {
  const sandbox = playsEveryNetwork(process.env) ? [url] : []
  const member = family.start({
    name: 'The sample business',
    args: ['commands/setup/demo/demo.ts', ...sandbox],
    env,
    ready: /^demo ready /,
  })
  const demo = JSON.parse((await member.ready).replace(/^demo ready /, '')) as Demo
  await member.exited
  return demo
}

type Api = { env: Record<string, string>; watch?: boolean; onLine: (line: string) => void }

export async function startApi(
  family: Family,
  { env, watch, onLine }: Api,
): Promise<Member & { url: string }> {
  const member = family.start({
    name: 'The api',
    args: [...(watch ? ['--watch', '--no-clear-screen'] : []), 'api/server.ts'],
    env,
    ready: /^ready http/,
    onLine,
  })
  const url = (await member.ready).replace(/^ready /, '').trim()
  return { ...member, url }
}
