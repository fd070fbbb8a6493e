import { $router, openPage } from '#site/dashboard/shared/router.ts'
import { takeRetry } from '#site/dashboard/shared/worker-content.ts'
import { retryPost } from './change-posts.ts'

/** Retries the post if the user pressed the button of its push message, and removes the request from the URL. */
export async function retryFromPush(): Promise<void> {
  const postId = await takeRetry()
  const { pathname, search } = location
  const query = new URLSearchParams(search)
  query.delete('handed')
  if ($router.get()) $router.open(`${pathname}?${query}`, true)
  else openPage('/dashboard')
  if (postId) await retryPost(postId)
}
