export type Ask = { path: string; method: 'GET' | 'POST' }

const AT_ONCE = 16

/** Asks for a while, so many at once. @returns answers per second */
export async function load(url: string, { path, method }: Ask, token: string, ms: number): Promise<number> {
  const until = performance.now() + ms
  const init: RequestInit = {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
  }
  let answers = 0
  const begun = performance.now()
  const one = async () => {
    while (performance.now() < until) {
      const response = await fetch(url + path, init)
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      answers++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return (answers / (performance.now() - begun)) * 1000
}
