import type { PageSignIn } from '#api/networks/core/page-sign-in.ts'
import type { BlueskyLogin } from './login.ts'

/** Signs in on the page of an account's server, which is found by the handle. */
export const blueskyPageSignIn = ({ oauth, readProfile }: BlueskyLogin): PageSignIn => ({
  start: async entered => (await oauth()).start(entered),
  async finish(pending, { code = '', iss = '' }) {
    const { did, ...tokens } = await (await oauth()).finish(pending, { code, iss })
    // Each is a session of its own, so it is revoked without regard to others of the account.
    return { ...tokens, accountId: did, loginId: `oauth:${Bun.randomUUIDv7()}` }
  },
  readProfile: ({ accountId, accessToken }) => readProfile(accountId, accessToken),
})
