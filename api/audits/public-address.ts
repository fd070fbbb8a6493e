import ipaddr from 'ipaddr.js'

/** Reasons for rejecting an address, by its range. They follow the host's name in a message. */
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

export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = parse(address)
  if (METADATA_ADDRESSES.has(parsed.toString()) || parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}

/** Returns why an address is rejected, such as 'leads into a private network'. It follows the host's name in a message. */
export function nonPublicReason(address: string): string {
  if (!ipaddr.isValid(address)) return 'has no valid address'
  const parsed = parse(address)
  if (METADATA_ADDRESSES.has(parsed.toString())) return METADATA
  return RANGES[parsed.range()] ?? 'leads to an address that is reserved for uses other than websites'
}
