import { isIPv6 } from 'node:net'

/** Some proxies append the port, which differs for each connection. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]*)\](?::\d+)?)$/

/**
 * Normalises a client's address for rate limits. IPv6 addresses are reduced to their /64, because one customer has all 2^64 of
 * them; IPv4 addresses may be written as IPv6.
 */
export function clientAddress(received: string): string {
  const [, ipv4WithPort, ipv6WithPort] = WITH_PORT.exec(received) ?? []
  const address = ipv4WithPort ?? ipv6WithPort ?? received
  if (!address.includes(':')) return address
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (ipv4) return ipv4
  if (!isIPv6(address)) return address
  const [left = [], right] = address.split('::').map(half => half.split(':').filter(group => group !== ''))
  const gap = right ? Math.max(0, 8 - left.length - right.length) : 0
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...(right ?? [])]
  const network = groups.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

/** Returns the /48 around a /64 from `clientAddress`: providers assign one per site, so an attacker may control all of it. */
export function widerNetwork(address: string): string | undefined {
  if (!address.endsWith('::/64')) return undefined
  return `${address.split(':').slice(0, 3).join(':')}::/48`
}
