import type { Family } from '../../commands/processes/family.ts'

/** How long the provider takes for a call. */
export const CALL_MS = 50

/** The outside world of the benchmarks, in a process of its own. */
export async function startProvider(family: Family) {
  const { ready } = family.start({
    name: 'The provider',
    words: ['bench/publish/provider.fixture.ts'],
    ready: /^provider ready /,
  })
  const [, url = '', smtpUrl = ''] = /^provider ready (\S+) (\S+)/.exec(await ready) ?? []
  return {
    settings: {
      SMTP_URL: smtpUrl,
      META_APP_ID: '1',
      META_APP_SECRET: 'the app’s secret, which signs tokens',
      INSTAGRAM_APP_ID: '2',
      INSTAGRAM_APP_SECRET: 'another',
      FACEBOOK_GRAPH_URL: url,
      INSTAGRAM_GRAPH_URL: url,
    },
    /** How many calls it has had. */
    calls: async () => (await (await fetch(`${url}/calls`)).json()) as number,
    /** Makes as many calls and does nothing else: what this machine can do just now. @returns milliseconds */
    async bareCalls(count: number, atOnce: number): Promise<number> {
      let left = count
      const caller = async () => {
        while (left-- > 0) await (await fetch(`${url}/v23.0/1/feed`, { method: 'POST' })).arrayBuffer()
      }
      const begun = performance.now()
      await Promise.all(Array.from({ length: atOnce }, caller))
      return performance.now() - begun
    },
  }
}
