export type Read = { path: string; method: 'GET' | 'POST' }

const CONCURRENCY = 16

/** Sends requests for `ms` milliseconds, 16 at a time. @returns responses per second */
export async function load(url: string, { path, method }: Read, token: string, ms: number): Promise<number> {
  const until = performance.now() + ms
  const init: RequestInit = {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
  }
  let responses = 0
  const begun = performance.now()
  const sendInTurn = async () => {
    while (performance.now() < until) {
      const response = await fetch(url + path, init)
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path} returned ${response.status}`)
      responses++
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, sendInTurn))
  return (responses / (performance.now() - begun)) * 1000
}
