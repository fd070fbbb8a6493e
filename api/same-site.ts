import { parse } from 'tldts'

/** The public part of a host name that one owner has registered (`example.com.au`); the host itself for an IP address. */
function siteOf(address: string): string {
  const { protocol, hostname } = new URL(address)
  return `${protocol}//${parse(hostname, { allowPrivateDomains: true }).domain ?? hostname}`
}

/**
 * Compares two addresses as browsers do for cookies: scheme and registrable domain, by the Public Suffix List. Sign-ins with
 * Instagram and Google keep a cookie that only the same site gets back.
 * @returns what is wrong with them, in words for the operator, or undefined
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
  return `PUBLIC_URL (${publicUrl}) and SITE_URL (${siteUrl}) are different sites to a browser: ${api} and ${site}. It withholds the sign-in’s cookie between them, so nobody can connect Instagram or Google. Serve both from one registered domain, such as api.example.com and www.example.com.`
}
