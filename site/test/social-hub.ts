import { keepMount } from 'nanostores'

import { type ConnectingApp, postedMessage } from '#api/test/connecting.ts'
import { META_NETWORKS, NETWORK_IDS } from '#shared/networks.ts'
import { $heldPosts, $shownAccount } from '#site/dashboard/shared/accounts/accounts.ts'
import { $pages, pageChoice } from '#site/dashboard/shared/accounts/facebook-pages.ts'
import {
  type Browser,
  cancelSignIn,
  type SignInWindow,
} from '#site/dashboard/shared/accounts/meta-sign-in.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { serveSite } from './browser.ts'

/** Opens Social Hub for a user with a business, in a browser with cookies. */
export async function openSocialHub(app: ConnectingApp) {
  const owner = await app.owner()
  let cookie = ''
  const request = async (url: string, init?: RequestInit) => {
    const response = await app.app.request(url, init)
    cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? cookie
    return response
  }
  const undo = serveSite({ app: { request } })
  signIn(owner.token)
  keepMount($domains)
  keepMount($selectedDomain)
  await $domains.reload()

  /** A sign-in window in which a person of the sandbox gives consent, or declines for `cancel`. */
  const consentingWindow = (person: string): SignInWindow => {
    let dialog = ''
    return {
      goTo: url => void (dialog = url),
      async message(origin) {
        const { path } = await app.consent(dialog, person)
        const page = await app.request(path, { headers: { cookie } })
        return origin === app.ctx.config.publicUrl ? postedMessage(await page.text()).message : undefined
      },
      close: () => {},
    }
  }

  const pauses: number[] = []
  const browser = (window: SignInWindow | undefined): Browser => ({
    open: () => window,
    pause: ms => Promise.resolve(void pauses.push(ms)),
  })

  return {
    ...owner,
    pauses,
    browser,
    consenting: (person: string) => browser(consentingWindow(person)),
    close() {
      undo()
      META_NETWORKS.forEach(cancelSignIn)
      for (const network of NETWORK_IDS) $accounts[network].reset()
      pageChoice.close()
      for (const $store of [$pages, $heldPosts, $domains]) $store.reset()
      $shownAccount.set(undefined)
      $toasts.set([])
      signOut()
    },
  }
}

export const shownToasts = () =>
  $toasts.get().map(({ type, message, duration }) => ({ type, message, duration }))
