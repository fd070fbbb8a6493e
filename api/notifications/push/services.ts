import type { Config } from '#api/config.ts'

/** Push services of the browsers. Other endpoints are rejected, so that a subscription can't aim our requests elsewhere. */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)?push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
  /^([\w-]+\.)*notify\.windows\.com$/,
]

/** Returns whether an endpoint belongs to a pattern push service or one in `PUSH_SERVICES`. */
export function isPushService({ pushServices }: Config, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, origin, username, password } = new URL(endpoint)
  if (username || password) return false
  return pushServices.includes(origin) || (protocol === 'https:' && HOSTS.some(pattern => pattern.test(host)))
}
