import { NETWORKS } from '../../sandbox/networks.ts'
import type { Family, Member } from '../processes/family.ts'

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

export const playsEveryNetwork = (environment: Environment): boolean =>
  SAMPLED.every(name => simulatedBySandbox(environment).includes(name))

export type SandboxPart = { member: Member; url: string; smtpUrl: string }

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
