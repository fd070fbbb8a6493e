import type { BlueskyLoginInput, BlueskyStart } from '#shared/bluesky.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { showConnected } from './accounts.ts'
import { leave } from './page-sign-in.ts'

/** Opens the page of the account's server. @throws {ApiError} which the form shows */
export async function startBluesky(json: BlueskyStart, go = leave): Promise<void> {
  const { url } = await bodyOf(api.auth.bluesky.start.$post({ json }))
  go(url)
}

/** Connects an account of the selected business by an app password. @throws {ApiError} which the form shows */
export async function connectBluesky(json: BlueskyLoginInput): Promise<void> {
  await api.auth.bluesky.$post({ json })
  await showConnected('bluesky')
}
