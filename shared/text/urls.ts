/** Maximum length of a host with credentials. Host names alone have at most 253 characters (RFC 1035). */
const MAX_HOST = 500
/** Matches the host as URL parsers find it, after any number of slashes of either kind. */
const HOST = /^(?:[^/\\?#]*:)?[/\\]*([^/\\?#]*)/
/** Matches characters that URL parsers normalise: letters beyond ASCII, and `%`, with which they are escaped. */
const NORMALISED = /[^!-$&-~]/

/** Matches a scheme: a prefix and a colon, unless a port follows. */
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d+(\/|$))/i
/** Matches a host name of two or more non-empty labels. */
const IS_PUBLIC_NAME = /^[^.]+(\.[^.]+)+\.?$/

/** Returns true for an http(s) URL of a host that can be public, or of this machine. */
export function isWebsite(text: string): boolean {
  const url = parseUrl(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') return false
  return url.hostname === 'localhost' || IS_PUBLIC_NAME.test(url.hostname)
}

/** Adds https:// to an address without a scheme, such as `example.com/page`. Returns other texts unchanged. */
export function completeUrl(text: string): string {
  const address = text.trim()
  const whole = `https://${address}`
  return address === '' || HAS_SCHEME.test(address) || !isWebsite(whole) ? text : whole
}

/**
 * Parses a URL from a user or another server in linear time. `URL.parse` normalises the host first, which takes minutes for 100 KB of
 * combining marks.
 */
export function parseUrl(text: string, base?: URL): URL | null {
  const host = HOST.exec(text.replaceAll(/[\t\n\r]/g, ''))?.[1] ?? ''
  return host.length > MAX_HOST && NORMALISED.test(host) ? null : URL.parse(text, base)
}
