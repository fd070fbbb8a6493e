import type { ProcessGroup } from '../../commands/processes/process-group.ts'

/** Duration of a call to the provider. */
export const CALL_MS = 50

/** Starts the benchmark's provider in a process of its own. */
export async function startProvider(processes: ProcessGroup) {
  const { ready } = processes.start({
    name: 'The provider',
    args: ['bench/publish/provider.fixture.ts'],
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
    /** Returns the number of calls received so far. */
    calls: async () => (await (await fetch(`${url}/calls`)).json()) as number,
    /** Makes the same number of calls without any other work, as a baseline for this machine. @returns milliseconds */
    async bareCalls(count: number, concurrency: number): Promise<number> {
      let left = count
      const caller = async () => {
        while (left-- > 0) await (await fetch(`${url}/v23.0/1/feed`, { method: 'POST' })).arrayBuffer()
      }
      const begun = performance.now()
      await Promise.all(Array.from({ length: concurrency }, caller))
      return performance.now() - begun
    },
  }
}
