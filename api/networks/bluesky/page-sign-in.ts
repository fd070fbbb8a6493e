import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import type { PageSignIn } from '#api/networks/core/page-sign-in.ts'
import { Handle } from '#shared/bluesky.ts'
import type { BlueskyLogin } from './login.ts'

const AccountHandle = v.pipe(
  Handle,
  v.check(
    text => !text.includes('@'),
    'Enter the account’s handle, such as name.bsky.social, not an e-mail address.',
  ),
)

export function readHandle(entered: string): string {
  const { success, output, issues } = v.safeParse(AccountHandle, entered)
  if (success) return output
  throw new NetworkError('permanent', 'bluesky/handle', issues[0].message)
}

/** Signs in on the page of an account's server, which is found by the handle. */
export const blueskyPageSignIn = ({ oauth, readProfile }: BlueskyLogin): PageSignIn => ({
  start: async entered => (await oauth()).start(readHandle(entered)),
  async finish(pending, { code = '', iss = '' }) {
    const { did, ...tokens } = await (await oauth()).finish(pending, { code, iss })
    // Each is a session of its own, so it is revoked without regard to others of the account.
    return { ...tokens, accountId: did, loginId: `oauth:${Bun.randomUUIDv7()}` }
  },
  readProfile: ({ accountId, accessToken }) => readProfile(accountId, accessToken),
})
