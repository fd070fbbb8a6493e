import type { DeliveryRow } from '#api/db/schema/posts.ts'

/** Where the dashboard shows the post. */
export const linkTo = ({ postId }: Pick<DeliveryRow, 'postId'>) => `/dashboard/view-post?post=${postId}`
