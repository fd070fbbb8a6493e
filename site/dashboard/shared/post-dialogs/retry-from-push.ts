import { $router, openPage } from '#site/dashboard/shared/router.ts'
import { takeRetry } from '#site/dashboard/shared/worker-content.ts'
import { api } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'
import { refreshPost } from './live-posts.ts'

/** Retries the post if the user pressed the button of its push message, and removes the request from the URL. */
export async function retryFromPush(): Promise<void> {
  const postId = await takeRetry()
  const { pathname, search } = location
  const query = new URLSearchParams(search)
  query.delete('handed')
  if ($router.get()) $router.open(`${pathname}?${query}`, true)
  else openPage('/dashboard')
  if (!postId) return
  await withErrorToast('That didn’t work. Try again.', async () => {
    const response = await api.posts.bulk.$post({
      json: { action: 'retry', postIds: [postId], onConnectedAccount: false },
    })
    const [result] = (await response.json()).data
    if (result?.success) toast('success', 'On its way.')
    else toast('error', result?.message ?? 'That didn’t work. Try again.')
    await refreshPost(postId)
  })
}
