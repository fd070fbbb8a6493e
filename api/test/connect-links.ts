import { eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { hashToken } from '#api/runtime/crypto/secrets.ts'
import type { ConnectInvitation, ConnectOption } from '#shared/connect-links.ts'
import type { NetworkId } from '#shared/networks.ts'
import { type ConnectingApp, connectingApp } from './connecting.ts'

type Person = Awaited<ReturnType<ConnectingApp['owner']>>

/** Creates an app with functions that make connect links and open them in browsers of people without an account. */
export async function connectLinksApp(options: Parameters<typeof connectingApp>[0] = {}) {
  const app = await connectingApp(options)

  const makeLink = async (by: Person, networks: NetworkId[] = ['facebook'], domainId = by.domainId) => {
    const links = `businesses/${domainId}/connect-links`
    const response = await by.call(links, { json: { networks } })
    const { url, data } = (await response.json()) as { url: string; data: { _id: string } }
    const token = url.slice(url.lastIndexOf('/') + 1)
    return { links, url, token, revoke: () => by.call(`${links}/${data._id}`, { method: 'DELETE' }) }
  }

  /** A browser, which keeps its cookies. */
  const browser = () => {
    const jar = new Map<string, string>()
    const request = async (path: string, init: { json?: unknown; method?: string } = {}) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await app.request(path, { ...init, headers: { cookie } })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';')[0]!.split('=')
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      return response
    }
    const start = async (token: string, network: NetworkId, json: object = {}) => {
      const response = await request(`connect/${token}/${network}/start`, { json })
      return { status: response.status, ...((await response.json()) as { url: string; message: string }) }
    }
    /** Follows the dialog's redirect. @returns the outcome in the URL of the link's page */
    const comeBack = async (path: string) => {
      const response = await request(path)
      const location = response.headers.get('Location')
      return location === null ? undefined : new URL(location).searchParams.get('outcome')
    }
    const signIn = async (token: string, network: NetworkId, person: string, json: object = {}) => {
      const { url } = await start(token, network, json)
      return comeBack((await app.consent(url, person)).path)
    }
    const open = async (token: string) =>
      ((await (await request(`connect/${token}`)).json()) as { data: ConnectInvitation }).data
    const options = async (token: string, network: NetworkId) =>
      ((await (await request(`connect/${token}/${network}/options`)).json()) as { data?: ConnectOption[] })
        .data
    const choose = async (token: string, network: NetworkId, id: string) =>
      (await request(`connect/${token}/${network}/choose`, { json: { id } })).status
    /** Plants the cookie that a start with the link would have set for this state. */
    const plant = (state: string, token: string) => jar.set(`connect_${hashToken(state).slice(0, 16)}`, token)
    return { plant, request, start, comeBack, signIn, open, options, choose }
  }

  const accountsOf = (domainId: string) =>
    app.ctx.db.select().from(accounts).where(eq(accounts.domainId, domainId))

  return { ...app, makeLink, browser, accountsOf }
}
