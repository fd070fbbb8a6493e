import { atEnd } from '#api/test/at-end.ts'
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

/** Returns the settings that connect the api to a sandbox. */
export const sandboxSettings = ({ url, smtpUrl }: Pick<Sandbox, 'url' | 'smtpUrl'>) => ({
  SMTP_URL: smtpUrl,
  META_APP_ID: '1234567890',
  META_APP_SECRET: 'facebook-app-secret',
  INSTAGRAM_APP_ID: '9876543210',
  INSTAGRAM_APP_SECRET: 'instagram-app-secret',
  GOOGLE_CLIENT_ID: '1234.apps.googleusercontent.com',
  GOOGLE_ACCOUNTS_URL: `${url}/google/accounts`,
  GOOGLE_CLIENT_SECRET: 'google-client-secret',
  GOOGLE_TOKEN_URL: `${url}/google/token`,
  GOOGLE_BUSINESS_URL: `${url}/google/business`,
  GOOGLE_CERTS_URL: `${url}/google/certs`,
  PAGESPEED_API_KEY: 'pagespeed-key',
  PAGESPEED_URL: `${url}/pagespeed`,
  FACEBOOK_URL: `${url}/facebook`,
  FACEBOOK_GRAPH_URL: `${url}/facebook`,
  INSTAGRAM_URL: `${url}/instagram`,
  INSTAGRAM_API_URL: `${url}/instagram-api`,
  INSTAGRAM_GRAPH_URL: `${url}/instagram-graph`,
  BLUESKY_URL: `${url}/bluesky`,
  BLUESKY_APPVIEW_URL: `${url}/bluesky`,
  BLUESKY_WEB_URL: `${url}/bluesky`,
  BLUESKY_PLC_URL: url,
  WORDPRESS_URL: `${url}/wordpress`,
  OPENAI_API_KEY: 'sk-test',
  OPENAI_BASE_URL: `${url}/openai/v1`,
})

/** Returns the mails to an address, newest first. */
export const mailTo = ({ world }: Sandbox, to: string): SandboxMail[] =>
  world.mails.filter(mail => mail.to.toLowerCase() === to.toLowerCase()).toReversed()
