import { picture } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import { takesFirstComment } from '#shared/posts/first-comments.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'
import type { Installation } from './installation.ts'

/** A change requested by the author. It may have been made even if no response arrived. */
export type Change = {
  action: 'post' | 'edit' | 'move' | 'cancel' | 'retry'
  /** The post's text from then on. */
  message?: string
  sentAt: number
  /** Time of the api's confirmation. Absent if no response arrived. */
  confirmedAt?: number
}
/** A post, as far as its author knows about it. */
export type Written = {
  /** Beginning of each of the post's texts, which identifies the post. */
  mark: string
  network: NetworkId
  /** Empty if no response arrived. */
  postId: string
  changes: Change[]
}

type NewPost = { network: NetworkId; at: Date; comment?: boolean }

const RESPONSE_TIMEOUT_MS = 60_000

/** Signs up an author, connects every network and uploads a picture. Records the posts in a ledger. */
export async function newAuthor({ newClient, url }: Pick<Installation, 'newClient' | 'url'>) {
  const client = newClient()
  const email = `pat-${crypto.randomUUID()}@example.com`
  await client.signUp(email)
  await client.addDomain('Pat’s Plumbing')
  // Every outcome is mailed, so that a census can count them.
  await client.call('settings', { method: 'PUT', json: { ...DEFAULT_SETTINGS, publishedEmails: true } })
  await client.connectFacebook('Pat’s Plumbing')
  await client.connectInstagram('patsplumbing')
  await client.connectGoogle(['Pat’s Plumbing'])
  const form = new FormData()
  form.set('media', await picture('red'))
  const { data: media } = (await client.call('media', { form })) as { data: { _id: string } }
  const ledger: Written[] = []

  /** Calls the api. Returns undefined if no response arrived. */
  async function sendCall(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    const headers = { ...init.headers, Authorization: `Bearer ${client.token()}` }
    try {
      const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
      const response = await fetch(`${url}/api/${path}`, { ...init, headers, signal })
      // Throws for a truncated response, which counts as none.
      return new Response(await response.arrayBuffer(), response)
    } catch {
      return undefined
    }
  }

  async function post({ network, at, comment = false }: NewPost): Promise<Written | undefined> {
    const mark = `${network} ${crypto.randomUUID()} `
    const message = `${mark}0`
    const firstComment = comment && takesFirstComment(network) ? `Comment on ${message}` : ''
    const form = new FormData()
    const platforms = [{ platform: network, message, firstComment }]
    form.set('data', JSON.stringify({ platforms, mediaIds: [media._id] }))
    form.set('isScheduled', 'true')
    form.set('scheduledTime', String(Math.floor(+at / 1000)))
    const sentAt = Date.now()
    const written: Written = { mark, network, postId: '', changes: [{ action: 'post', message, sentAt }] }
    const response = await sendCall('auth/createPosts', { method: 'POST', body: form })
    if (response && !response.ok) return undefined
    ledger.push(written)
    if (response) {
      written.postId = ((await response.json()) as { postId: string }).postId
      written.changes[0]!.confirmedAt = Date.now()
    }
    return written
  }

  /** Changes a post. Records the change unless the api refuses it. */
  async function change(
    written: Written,
    action: Change['action'],
    call: string,
    body: object,
    message?: string,
  ) {
    if (!written.postId) return false
    const entry: Change = { action, sentAt: Date.now(), ...(message && { message }) }
    const response = await sendCall(`posts/${written.postId}${call}`, {
      method: action === 'edit' ? 'PUT' : 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    })
    if (response && !response.ok) return false
    if (response) entry.confirmedAt = Date.now()
    written.changes.push(entry)
    return true
  }

  return {
    client,
    email,
    ledger,
    sendCall,
    post,
    edit(written: Written) {
      const message = `${written.mark}${written.changes.length}`
      const platforms = [{ platform: written.network, message }]
      return change(written, 'edit', '', { platforms }, message)
    },
    move: (written: Written, at: Date) =>
      change(written, 'move', '/move', { scheduledTime: Math.floor(+at / 1000) }),
    cancel: (written: Written) => change(written, 'cancel', '/cancel', {}),
    retry: (written: Written) => change(written, 'retry', '/retry', {}),
  }
}
export type Author = Awaited<ReturnType<typeof newAuthor>>
