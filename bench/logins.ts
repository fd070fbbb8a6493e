import { contractClient } from '../e2e/client.ts'
import { startProduct } from '../e2e/processes.ts'
import { sandboxClient } from '../e2e/sandbox-client.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'

const LOGINS = 200
const READ_EVERY_MS = 20
const READ_LIMIT_MS = 1000

/**
 * Measures a signed-in person's reads while 200 others log in at once, each from its own IP address. None of their e-mail
 * addresses is registered, which is the most expensive case: each login hashes once for an account and once for a sign-up.
 */
export async function logins(): Promise<Figure[]> {
  const product = await startProduct(() => ({ TRUST_PROXY: '1' }))
  try {
    const client = contractClient(product.url, sandboxClient(product.sandboxUrl))
    await client.signUp('bench@example.com')
    await readOnce(product.url, client.token())

    const reads: number[] = []
    const loginsOver = new AbortController()
    const reading = (async () => {
      while (!loginsOver.signal.aborted) {
        reads.push(await readOnce(product.url, client.token()))
        await Bun.sleep(READ_EVERY_MS)
      }
    })()
    const begun = performance.now()
    const results = await Promise.all(Array.from({ length: LOGINS }, (_, n) => logIn(product.url, n)))
    const took = performance.now() - begun
    loginsOver.abort()
    await reading

    const count = (kind: string) => results.filter(result => result === kind).length
    return [
      {
        name: `reads while ${LOGINS} log in: slowest`,
        value: Math.max(...reads),
        unit: 'ms',
        limit: READ_LIMIT_MS,
      },
      { name: '  median', value: median(reads), unit: 'ms' },
      { name: 'logins with a response', value: count('answered'), unit: 'count' },
      { name: '  refused with Retry-After', value: count('refused'), unit: 'count' },
      { name: '  anything else', value: count('other'), unit: 'count', limit: 0 },
      { name: 'until the last response', value: took, unit: 'ms' },
    ]
  } finally {
    await product.stop()
  }
}

async function readOnce(url: string, token: string): Promise<number> {
  const begun = performance.now()
  const response = await fetch(`${url}/api/users/getUserInfo`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{}',
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`A read returned ${response.status}`)
  return performance.now() - begun
}

async function logIn(url: string, n: number): Promise<'answered' | 'refused' | 'other'> {
  const response = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${n}` },
    body: JSON.stringify({ email: `nobody-${n}@example.com`, password: 'a guess' }),
  })
  await response.arrayBuffer()
  if (response.status === 401) return 'answered'
  return response.status === 503 && Number(response.headers.get('Retry-After')) > 0 ? 'refused' : 'other'
}
