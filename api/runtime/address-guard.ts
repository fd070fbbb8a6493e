import ipaddr from 'ipaddr.js'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

import { parseUrl } from '#shared/text/urls.ts'
import { beforeDeadline } from './deadline.ts'

/** `refused`: this address must not be opened. `unknown`: its host isn't on the public internet. */
export class AddressError extends Error {
  override name = 'AddressError'
  readonly kind: 'refused' | 'unknown'

  constructor(kind: AddressError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

const WEB_PORTS = new Set([80, 443, 8080, 8443])
const RESOLVE_MS = 5000

type Resolve = (host: string) => Promise<string[]>

const resolveByMachine: Resolve = async host =>
  (await lookup(host, { all: true })).map(({ address }) => address)

export type AddressGuard = ReturnType<typeof addressGuard>

/** Checks user-supplied URLs before they are opened. `allowPrivate` permits this machine and its networks. */
export function addressGuard({
  allowPrivate = false,
  resolve = resolveByMachine,
}: { allowPrivate?: boolean; resolve?: Resolve } = {}) {
  /**
   * Resolves a host to checked IP addresses. Callers must connect to one of them, not to the name, which may resolve differently
   * the next time.
   * @throws {AddressError}
   */
  async function addressesOf(host: string, port: number): Promise<string[]> {
    const name = toBareHost(host)
    const isLiteral = isIP(name) !== 0
    const reason = isLiteral && !allowPrivate && nonPublicReason(name)
    if (reason)
      throw new AddressError('refused', `${host} ${reason}. We only open websites that anybody can open.`)
    if (!allowPrivate && !WEB_PORTS.has(port))
      throw new AddressError('refused', `Websites don’t use port ${port}, so we don’t open it.`)
    if (isLiteral) return [name]
    const addresses = await resolveOrThrow(name)
    // Private names get the same message as unknown ones. Otherwise anybody could probe for the names in this network.
    if (!allowPrivate && addresses.some(address => nonPublicReason(address))) throw notFound(name)
    // IPv4 first: on a machine without IPv6, each IPv6 address would cost a caller its whole time limit for a connection.
    return addresses.toSorted((a, b) => isIP(a) - isIP(b))
  }

  async function resolveOrThrow(name: string): Promise<string[]> {
    const addresses = await beforeDeadline(resolve(name), RESOLVE_MS, 'late').catch(() => [])
    if (addresses.length === 0) throw notFound(name)
    return addresses
  }

  return {
    addressesOf,
    /** @throws {AddressError} */
    async checkUrl(text: string): Promise<URL> {
      const url = parseUrl(text)
      if (!url) throw new AddressError('refused', 'This address can’t be opened.')
      if (!/^https?:$/.test(url.protocol))
        throw new AddressError('refused', 'We only open addresses that start with http:// or https://.')
      if (url.username || url.password)
        throw new AddressError('refused', 'Please remove the user name and the password from this address.')
      await addressesOf(url.hostname, portOf(url))
      return url
    },
  }
}

const notFound = (name: string) =>
  new AddressError(
    'unknown',
    `We can’t find ${name} on the public internet. Check that the address is spelt right.`,
  )

const portOf = ({ port, protocol }: URL) => (port ? Number(port) : protocol === 'https:' ? 443 : 80)

/** Removes the brackets of an IPv6 address and the trailing dot of a full name. */
const toBareHost = (host: string) => host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

/** Reasons for rejecting an address, by its range. They follow the address in a message. */
const RANGES: Record<string, string> = {
  loopback: 'leads to this machine itself',
  unspecified: 'leads to this machine itself',
  private: 'leads into a private network',
  uniqueLocal: 'leads into a private network',
  deprecatedSiteLocal: 'leads into a private network',
  carrierGradeNat: 'leads into a provider’s private network',
  linkLocal: 'leads to a link-local address',
  multicast: 'leads to a multicast address',
  broadcast: 'leads to a broadcast address',
}
const RESERVED = 'leads to an address that is reserved for uses other than websites'
const METADATA = 'leads to a cloud’s metadata service'

/**
 * Addresses of metadata services. Azure's is in a public range. The others would be rejected by their range, but get a
 * clearer message here.
 */
const METADATA_ADDRESSES = new Set([
  '168.63.129.16',
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  'fd00:ec2::254',
])

/** Parses an address without its zone id, and converts IPv4-mapped IPv6 to IPv4. */
const parse = (address: string) => ipaddr.process(address.replace(/%.*$/, ''))

/** The only IPv6 range that IANA assigns to hosts. Excludes `::a.b.c.d`, among others. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** Returns why an address is rejected, such as 'leads into a private network', or undefined if it is public. */
function nonPublicReason(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return RESERVED
  const parsed = parse(address)
  if (METADATA_ADDRESSES.has(parsed.toString())) return METADATA
  const range = parsed.range()
  const isPublic = range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST))
  return isPublic ? undefined : (RANGES[range] ?? RESERVED)
}
