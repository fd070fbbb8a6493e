import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { fillComposer } from './content.ts'
import { forgetDraft } from './saving.ts'

/** Starts a new post with the text and pictures of an earlier one, for the accounts that work now. */
export async function reusePost(postId: string) {
  try {
    const { data } = await (await api.posts[':id'].content.$get({ param: { id: postId } })).json()
    forgetDraft()
    fillComposer({
      content: { ...data.content, networks: {}, isScheduled: false, publishAt: null },
      media: data.media,
    })
  } catch (error) {
    toast('error', messageOf(error, 'That post didn’t open. Try again.'))
  }
}
