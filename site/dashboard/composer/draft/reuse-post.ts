import { api } from '#site/lib/api/api.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'
import { fillComposer } from './content.ts'
import { forgetDraft } from './saving.ts'

/** Starts a new post with the text and pictures of an earlier one, for the accounts that work now. */
export async function reusePost(postId: string) {
  await withErrorToast('That post didn’t open. Try again.', async () => {
    const { data } = await (await api.posts[':id'].content.$get({ param: { id: postId } })).json()
    forgetDraft()
    fillComposer({
      content: { ...data.content, networks: {}, isScheduled: false, publishAt: null },
      media: data.media,
    })
  })
}
