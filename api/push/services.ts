import type { Config } from '#api/config.ts'

/** The push services of the browsers. Nobody makes us send anything anywhere else. */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)?push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
  /^([\w-]+\.)*notify\.windows\.com$/,
]

/** Whether an address is one that a push service gives out; `PUSH_SERVICES` names more. */
export function isPushService({ pushServices }: Config, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, origin, username, password } = new URL(endpoint)
  if (username || password) return false
  return pushServices.includes(origin) || (protocol === 'https:' && HOSTS.some(known => known.test(host)))
}
