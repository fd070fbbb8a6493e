import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'

/** Path of the post in the dashboard. */
export const linkTo = ({ postId }: Pick<DeliveryRow, 'postId'>) => `/dashboard/view-post?post=${postId}`
