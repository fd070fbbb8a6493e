import { atEnd } from '#api/test/at-end.ts'
import { NETWORKS } from '../../../sandbox/networks.ts'
import { startSandbox } from '../../../sandbox/start.ts'

export type Sandbox = Pick<Awaited<ReturnType<typeof startSandbox>>, 'url' | 'smtpUrl' | 'world'>
export type SandboxMail = {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  attachments: { name: string; type: string }[]
}

export const APP_SECRET = 'a secret of the tests, long enough'

let shared: Promise<Sandbox> | undefined

/** Starts one sandbox for the tests of a file. Tests that set faults start their own. */
export function sharedSandbox(): Promise<Sandbox> {
  if (!shared) {
    shared = ownSandbox()
    atEnd(() => (shared = undefined))
  }
  return shared
}

export async function ownSandbox(): Promise<Sandbox> {
  const sandbox = await startSandbox({})
  atEnd(() => sandbox.stop())
  return sandbox
}

const ofNetworks = (url: string): Record<string, string> =>
  Object.assign({}, ...Object.values(NETWORKS).map(({ settings }) => settings(url)))

/** Returns the settings that connect the api to a sandbox. */
export const sandboxSettings = ({ url, smtpUrl }: Pick<Sandbox, 'url' | 'smtpUrl'>) => ({
  ...ofNetworks(url),
  SMTP_URL: smtpUrl,
  META_APP_ID: '1234567890',
  META_APP_SECRET: 'facebook-app-secret',
  INSTAGRAM_APP_ID: '9876543210',
  INSTAGRAM_APP_SECRET: 'instagram-app-secret',
  GOOGLE_CLIENT_ID: '1234.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'google-client-secret',
  PAGESPEED_API_KEY: 'pagespeed-key',
  PAGESPEED_URL: `${url}/pagespeed`,
  OPENAI_API_KEY: 'sk-test',
  OPENAI_BASE_URL: `${url}/openai/v1`,
})

/** Returns the mails to an address, newest first. */
export const mailTo = ({ world }: Sandbox, to: string): SandboxMail[] =>
  world.mails.filter(mail => mail.to.toLowerCase() === to.toLowerCase()).toReversed()
