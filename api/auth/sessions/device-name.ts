import Bowser from 'bowser'

/** Returns a readable name for a user agent, such as `Chrome on Android`. */
export function deviceName(userAgent: string): string {
  if (!userAgent.trim()) return 'Unknown browser'
  const { browser, os } = Bowser.parse(userAgent)
  const system = os.name
  if (!browser.name) return system ? `Browser on ${system}` : 'Unknown browser'
  return system ? `${browser.name} on ${system}` : browser.name
}
