import * as v from 'valibot'

import { listen } from '#api/http/listen.ts'
import type { Config } from '#api/runtime/config.ts'
import { StartError } from '#api/runtime/errors.ts'
import { fetchOutside } from '#api/runtime/fetch.ts'
import { createLog } from '#api/runtime/logger.ts'
import { type Finding, probe } from './finding.ts'

/** Prefix of the finding if the api already listens on the port. */
export const API_IS_LISTENING = 'the api listens'

const PROBE_MS = 3000
const Health = v.object({ status: v.string() })

/** Checks that the port is free, or that this installation's api already listens on it. */
export const probePort = (config: Config): Promise<Finding> =>
  probe('Port', async () => {
    const { host, port } = config
    try {
      const nobody = { app: { fetch: () => new Response() }, site: async () => new Response() }
      await listen(config, { ...nobody, log: createLog(config) }).stop(true)
      return `${host}:${port} is free`
    } catch (error) {
      if (error instanceof StartError && (await isOurs(config)))
        return `${API_IS_LISTENING} on ${host}:${port}`
      throw error
    }
  })

async function isOurs({ host, port }: Config): Promise<boolean> {
  try {
    const response = await fetchOutside(
      `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/api/health`,
      {
        signal: AbortSignal.timeout(PROBE_MS),
      },
    )
    return v.is(Health, await response.json())
  } catch {
    return false
  }
}
