import { approvals } from './publishing/approvals.ts'
import { attempts } from './publishing/attempts.ts'
import { authorChanges } from './publishing/author-changes.ts'
import { claims } from './publishing/claims.ts'
import { comments } from './publishing/comments.ts'
import { latePosts } from './publishing/late-posts.ts'
import { lostWrites } from './publishing/lost-writes.ts'
import { settling } from './publishing/settling.ts'

export const publishing = [
  ...claims,
  ...attempts,
  ...lostWrites,
  ...latePosts,
  ...settling,
  ...authorChanges,
  ...comments,
  ...approvals,
]
