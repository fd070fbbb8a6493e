import ipaddr from 'ipaddr.js'

/** Some proxies append the port, which differs between connections. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]*)\](?::\d+)?)$/

/** Returns the key that limits count a client by: an IPv4 address or an IPv6 /64, which providers assign to one customer. */
export function clientAddress(reported: string): string {
  const [, ipv4WithPort, ipv6WithPort] = WITH_PORT.exec(reported) ?? []
  const address = ipv4WithPort ?? ipv6WithPort ?? reported
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map(group => group.toString(16))
  return `${network.join(':')}::/64`
}

/** Returns true for an address from `clientAddress`, and false for other text that was reported as one. */
export const isAddress = (address: string) => ipaddr.isValid(address.replace(/\/64$/, ''))

/** Returns the /48 around a /64 from `clientAddress`: providers assign one per site, so an attacker may control all of it. */
export function widerNetwork(address: string): string | undefined {
  if (!address.endsWith('::/64')) return undefined
  return `${address.split(':').slice(0, 3).join(':')}::/48`
}
