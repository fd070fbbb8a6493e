import * as v from 'valibot'

import { type IntentLog, NetworkError, type Publication } from '#api/networks/core/network.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { baseOf, type InstagramApp, signed } from './app.ts'

const QUOTA_WAIT_MS = 60 * 60_000

const Quota = v.object({
  data: v.array(
    v.object({ quota_usage: v.number(), config: v.optional(v.object({ quota_total: v.number() })) }),
  ),
})

type CallOptions = ReturnType<typeof signed> | { provider: 'instagram'; token: string; now: () => Date }

/**
 * Returns how many posts the account has published within 24 hours, and how many it may; undefined if Instagram doesn't say.
 */
export async function readQuota(
  app: InstagramApp,
  { accountId, ...options }: CallOptions & { accountId: string },
) {
  const { data } = await graphRequest({
    ...options,
    url: `${baseOf(app)}/${accountId}/content_publishing_limit`,
    query: { fields: 'quota_usage,config' },
    schema: Quota,
  })
  const quota = data.data[0]
  return quota?.config && { used: quota.quota_usage, total: quota.config.quota_total }
}

/** @throws {NetworkError} `wait` if the quota is used up */
export async function checkQuota(app: InstagramApp, publication: Publication, intentLog: IntentLog) {
  const quota = await readQuota(app, { ...signed(publication, intentLog), accountId: publication.accountId })
  if (!quota || quota.used < quota.total) return
  throw new NetworkError(
    'wait',
    'quota',
    `Instagram lets this account publish ${quota.total} posts in 24 hours, and it has used them all. We’ll try again when there may be room.`,
    { retryAt: new Date(+intentLog.now() + QUOTA_WAIT_MS) },
  )
}
