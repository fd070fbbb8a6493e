import type { Family, Member } from '../processes/family.ts'

type Environment = Record<string, string | undefined>

/** The services that the sandbox replaces, each with the setting that selects the real one. */
const SIMULATED: {
  name: string
  realWhen: string
  settings: (url: string, smtpUrl: string) => Record<string, string>
}[] = [
  {
    name: 'Facebook',
    realWhen: 'META_APP_ID',
    settings: url => ({
      META_APP_ID: '100000000000001',
      META_APP_SECRET: 'the sandbox takes any secret',
      FACEBOOK_URL: `${url}/facebook`,
      FACEBOOK_GRAPH_URL: `${url}/facebook`,
    }),
  },
  {
    name: 'Instagram',
    realWhen: 'INSTAGRAM_APP_ID',
    settings: url => ({
      INSTAGRAM_APP_ID: '100000000000002',
      INSTAGRAM_APP_SECRET: 'the sandbox takes any secret',
      INSTAGRAM_URL: `${url}/instagram`,
      INSTAGRAM_API_URL: `${url}/instagram-api`,
      INSTAGRAM_GRAPH_URL: `${url}/instagram-graph`,
    }),
  },
  {
    name: 'Google',
    realWhen: 'GOOGLE_CLIENT_ID',
    settings: url => ({
      GOOGLE_CLIENT_ID: 'sandbox.apps.googleusercontent.com',
      GOOGLE_CLIENT_SECRET: 'the sandbox takes any secret',
      GOOGLE_ACCOUNTS_URL: `${url}/google/accounts`,
      GOOGLE_CERTS_URL: `${url}/google/certs`,
      GOOGLE_TOKEN_URL: `${url}/google/token`,
      GOOGLE_BUSINESS_URL: `${url}/google/business`,
    }),
  },
  {
    name: 'Bluesky',
    realWhen: 'BLUESKY_URL',
    settings: url => ({
      BLUESKY_URL: `${url}/bluesky`,
      BLUESKY_APPVIEW_URL: `${url}/bluesky`,
      BLUESKY_WEB_URL: `${url}/bluesky`,
      BLUESKY_PLC_URL: url,
    }),
  },
  {
    name: 'WordPress',
    realWhen: 'WORDPRESS_URL',
    settings: url => ({ WORDPRESS_URL: `${url}/wordpress` }),
  },
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
