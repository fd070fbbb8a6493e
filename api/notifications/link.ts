import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'

/** Path of the posts that need a decision. */
export const ATTENTION = '/dashboard/view-post?tab=attention'

/** Path of the post in the dashboard. */
export const linkTo = ({ postId }: Pick<DeliveryRow, 'postId'>) => `/dashboard/view-post?post=${postId}`
