import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

import { AuditError, type Auditor } from './audit.ts'
import { isPublic, whyNotPublic } from './public-address.ts'

const WEB_PORTS = new Set([80, 443, 8080, 8443])
const RESOLVE_MS = 5000

export type Resolve = (host: string) => Promise<string[]>

const resolveByMachine: Resolve = async host =>
  (await lookup(host, { all: true })).map(({ address }) => address)

export type AddressGuard = ReturnType<typeof addressGuard>

/** Decides what may be opened for somebody who typed an address. `allowPrivate` lets this machine and its networks through. */
export function addressGuard({
  allowPrivate = false,
  resolve = resolveByMachine,
}: { allowPrivate?: boolean; resolve?: Resolve } = {}) {
  /**
   * The numeric addresses of a host, all of them checked: connect to one of these and never to the name, which may mean
   * something else the next time.
   * @throws AuditError
   */
  async function addressesOf(host: string, port: number): Promise<string[]> {
    const name = bare(host)
    const addresses = isIP(name) ? [name] : await resolved(name)
    const refused = allowPrivate ? undefined : addresses.find(address => !isPublic(address))
    // A name that leads inside is answered like one that nobody has: else anybody could find out which names this network knows.
    if (refused !== undefined && !isIP(name)) throw notFound(name)
    if (refused !== undefined) {
      const why = `${host} ${whyNotPublic(refused)}.`
      throw new AuditError('refused', `${why} Only websites that everybody can open are measured.`)
    }
    if (!allowPrivate && !WEB_PORTS.has(port))
      throw new AuditError('refused', `Port ${port} is not a port of websites, so we don’t open it.`)
    return addresses.toSorted((a, b) => isIP(a) - isIP(b))
  }

  async function resolved(name: string): Promise<string[]> {
    const late = Promise.withResolvers<never>()
    late.promise.catch(() => {})
    const timer = setTimeout(() => late.reject(new Error('late')), RESOLVE_MS)
    try {
      const addresses = await Promise.race([resolve(name), late.promise])
      if (addresses.length > 0) return addresses
    } catch {
      // Said below: whatever the reason, there is no address to connect to.
    } finally {
      clearTimeout(timer)
    }
    throw notFound(name)
  }

  return {
    addressesOf,
    /** @throws AuditError */
    async checkUrl(text: string): Promise<URL> {
      const url = URL.parse(text)
      if (!url) throw new AuditError('refused', 'This is not an address that can be opened.')
      if (!/^https?:$/.test(url.protocol))
        throw new AuditError('refused', 'Only addresses that start with http:// or https:// are measured.')
      if (url.username || url.password)
        throw new AuditError('refused', 'An address that holds a user name or a password is not opened.')
      await addressesOf(url.hostname, portOf(url))
      return url
    },
  }
}

/** What an auditor checks before it opens anything; the operator's own address may be anywhere. */
export const checkAddress =
  (allowPrivate: boolean): Auditor['check'] =>
  async ({ url, trusted = false }) => {
    await addressGuard({ allowPrivate: allowPrivate || trusted }).checkUrl(url)
  }

const notFound = (name: string) =>
  new AuditError(
    'site',
    `We can’t find ${name} on the public internet. Check that the address is spelt right.`,
  )

const portOf = ({ port, protocol }: URL) => (port ? Number(port) : protocol === 'https:' ? 443 : 80)

/** Without the brackets of an IPv6 address and the dot that ends a full name. */
const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
