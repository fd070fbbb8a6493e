import * as v from 'valibot'

import { parseUrl } from '#shared/text/urls.ts'

const base64url = (bytes: number) =>
  v.pipe(
    v.string('This must be text.'),
    v.maxLength(200, 'This is too long.'),
    v.regex(/^[\w-]+={0,2}$/, 'This must be base64url.'),
    v.check(
      text => Math.floor((text.replaceAll('=', '').length * 3) / 4) === bytes,
      `This must be ${bytes} bytes.`,
    ),
  )

const Endpoint = v.pipe(
  v.string('This must be a URL.'),
  v.maxLength(2000, 'This is too long.'),
  v.check(text => parseUrl(text) !== null, 'This must be a URL.'),
)

/** The result of a browser's `PushSubscription.toJSON()`. */
export const PushSubscription = v.object({
  endpoint: Endpoint,
  keys: v.object({ p256dh: base64url(65), auth: base64url(16) }, 'The keys are missing.'),
})
export type PushSubscription = v.InferOutput<typeof PushSubscription>

export const PushEndpoint = v.object({ endpoint: Endpoint })

/** Payload for the service worker. */
export type PushMessage = {
  id: string
  title: string
  body: string
  link: string
  /** Id of the post that the notification offers to try again. */
  retry?: string
}
