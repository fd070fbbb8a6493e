import { Maximize2 } from 'lucide-react'

import type { Post } from '#shared/posts/posts.ts'
import { PostActions } from '#site/dashboard/shared/post-dialogs/PostActions.tsx'
import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { ButtonLink } from '#site/ui/Button.tsx'

/** Actions for the whole post. */
export const CardActions = ({ post, name }: { post: Post; name: string }) => (
  <footer className="col-span-2 -mx-2 -mb-2 flex flex-wrap gap-1 lg:col-start-2 lg:col-end-3">
    <PostActions post={post} name={name} />
    <ButtonLink
      small
      look="quiet"
      href={pathToPost(post._id)}
      icon={<Maximize2 aria-hidden="true" className="size-3.5" />}
      aria-label={`Details of ${name}`}
      className="ms-auto"
    >
      Details
    </ButtonLink>
  </footer>
)
