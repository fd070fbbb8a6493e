import { plural } from '#shared/plural.ts'
import { refreshPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'

/** Takes approvals back, so that the posts wait again. Shows the result in a toast. */
export const takeBack = (approved: readonly { _id: string; contentHash: string }[]) =>
  withErrorToast('That didn’t work. Try again.', async () => {
    const postIds = approved.map(({ _id }) => _id)
    const contentHashes = approved.map(({ contentHash }) => contentHash)
    const json = { action: 'take-back' as const, postIds, contentHashes }
    const results = await dataOf(api.posts.bulk.$post({ json }))
    await Promise.all(postIds.map(refreshPost))
    const failed = results.find(({ success }) => !success)
    const count = results.filter(({ success }) => success).length
    if (failed && results.length > 1)
      toast('error', `${count} of ${plural(results.length, 'approval')} taken back. ${failed.message}`)
    else if (failed) toast('error', failed.message ?? '')
    else if (count > 1) toast('success', `${count} approvals taken back. The posts wait for approval again.`)
    else toast('success', 'Approval taken back. The post waits for approval again.')
  })
