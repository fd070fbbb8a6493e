import { messageOf } from '#site/lib/api-error.ts'
import { api } from '#site/lib/api/api.ts'
import { timeZone } from '#site/lib/format.ts'
import { toast } from '#site/lib/toasts.ts'
import { fillComposer } from './content.ts'
import { forgetDraft } from './saving.ts'

/** Starts a new post with the text and pictures of an earlier one. */
export async function reusePost(postId: string) {
  try {
    const { data } = await (await api.posts[':id'].$get({ param: { id: postId } })).json()
    const entries = <Value>(of: (delivery: (typeof data.deliveries)[number]) => Value) =>
      Object.fromEntries(data.deliveries.map(delivery => [delivery.network, of(delivery)]))
    const [first] = data.deliveries
    const sameMessage = data.deliveries.every(
      ({ message, firstComment }) =>
        message === first?.message && (firstComment?.message ?? '') === (first.firstComment?.message ?? ''),
    )
    forgetDraft()
    fillComposer({
      content: {
        sameMessage,
        message: sameMessage ? (first?.message ?? '') : '',
        messages: sameMessage ? {} : entries(({ message }) => message),
        firstComment: sameMessage ? (first?.firstComment?.message ?? '') : '',
        firstComments: sameMessage ? {} : entries(({ firstComment }) => firstComment?.message ?? ''),
        aiTexts: [],
        networks: {},
        isScheduled: false,
        publishAt: null,
        timeZone: timeZone(),
        slot: false,
        textOnly: data.media.length === 0,
        media: data.media.map(({ _id, altText }) => ({ mediaId: _id, altText })),
        mediaKind: null,
      },
      media: data.media,
    })
  } catch (error) {
    toast('error', messageOf(error, 'That post didn’t open. Try again.'))
  }
}
