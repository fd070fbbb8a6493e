import { parse } from 'tldts'

/** Returns the scheme and registrable domain of a URL (`example.com.au`), or the host itself for an IP address. */
function siteOf(address: string): string {
  const { protocol, hostname } = new URL(address)
  return `${protocol}//${parse(hostname, { allowPrivateDomains: true }).domain ?? hostname}`
}

/**
 * Compares two URLs as browsers do for cookies: by scheme and registrable domain (Public Suffix List). Sign-ins with Instagram
 * and Google set a cookie that is only sent to the same site.
 * @returns a message for the operator, or undefined
 */
export function siteSplit({
  publicUrl,
  siteUrl,
}: {
  publicUrl: string
  siteUrl: string
}): string | undefined {
  const [api, site] = [siteOf(publicUrl), siteOf(siteUrl)]
  if (api === site) return undefined
  return `PUBLIC_URL (${publicUrl}) and SITE_URL (${siteUrl}) are different sites to a browser: ${api} and ${site}. It withholds the sign-in’s cookie between them, so most networks can’t be connected. Serve both from one registered domain, such as api.example.com and www.example.com.`
}
