import type { Route } from './router.ts'

type Address = { route: Route; path: string; search: Record<string, string> }

/** Where else an address leads: accounts are linked in Social Hub, and Google’s codes may stand behind a question mark. */
export function movedTo({ route, path, search }: Address): string | undefined {
  if (route === 'linkAccounts') return '/dashboard/social-hub'
  const { status, code1, code2 } = search
  if (!status || (route !== 'socialHub' && route !== 'googleBusiness')) return undefined
  const parts = code1 && code2 ? [status, code1, code2] : [status === 'success' ? 'failed' : status, '-', '-']
  return [path, ...parts.map(encodeURIComponent)].join('/')
}
