import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import { newState } from '#api/networks/core/oauth.ts'
import type { ServerSignIn } from '#api/networks/core/server-sign-in.ts'
import { hashToken } from '#api/runtime/crypto/secrets.ts'
import type { WordPressLogin } from './login.ts'
import { serializeAccess } from './request.ts'

/** The site found by `start`. The redirect's parameters can't replace it. */
const Site = v.object({ site: v.string(), root: v.string() })

/** Signs in on a website's own page, which creates an application password for us. */
export const wordpressServerSignIn = (login: WordPressLogin): ServerSignIn => ({
  async start(entered, returnUrl) {
    const state = newState()
    const { authorizationUrl, ...site } = await login.find(entered)
    const url = login.dialogUrl(authorizationUrl, { returnUrl, state })
    return { url, state, pending: JSON.stringify(site) }
  },
  async finish(pending, { user_login: user, password }) {
    const { site, root } = v.parse(Site, JSON.parse(pending))
    if (!user || !password)
      throw new NetworkError(
        'permanent',
        'wordpress/return',
        'The website returned no password. Please connect again.',
      )
    const token = serializeAccess({ root, user, password })
    // Each password is a login of its own: deleting it signs out nobody else.
    const loginId = `${site} ${hashToken(password)}`
    return { accountId: site, loginId, accessToken: token, userToken: token, expiresAt: undefined }
  },
  async readProfile({ accountId, accessToken }) {
    await login.requireAuthor(accessToken)
    return await login.readProfile(accountId, accessToken)
  },
})
