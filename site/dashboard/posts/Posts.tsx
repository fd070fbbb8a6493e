import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'

import type { PostTab } from '#shared/posts.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { ButtonLink } from '#site/ui/Button.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { ScreenHeading } from '../ScreenHeading.tsx'
import { $tab, openTab, TABS } from './address.ts'
import { Dialogs } from '../post-dialogs/Dialogs.tsx'
import { $counts } from './lists.ts'
import { $announcement } from '../post-dialogs/live-posts.ts'
import { PostDetails } from '../post-dialogs/PostDetails.tsx'
import { PostList } from './PostList.tsx'

const CRUMBS = [{ label: 'Dashboard', href: '/dashboard' }, { label: 'Manage Social Posts' }]

const LABELS: Record<PostTab, string> = {
  scheduled: 'Scheduled',
  progress: 'In progress',
  attention: 'Needs attention',
  published: 'Published',
}

/** What was written here, by what has become of it. */
export function Posts() {
  const tab = useStore($tab)
  return (
    <>
      <ScreenHeading
        title="Manage Social Posts"
        crumbs={CRUMBS}
        withDomain
        action={
          <ButtonLink
            look="primary"
            href="/dashboard/create-post"
            icon={<Plus aria-hidden="true" className="size-4" />}
          >
            Create post
          </ButtonLink>
        }
      />
      <Tabs
        label="Posts by state"
        tabs={TABS.map(key => ({ key, label: <TabLabel tab={key} /> }))}
        selected={tab}
        onSelect={openTab}
      >
        <PostList key={tab} tab={tab} />
      </Tabs>
      <p role="status" className="sr-only">
        {useStore($announcement)}
      </p>
      <PostDetails />
      <Dialogs />
    </>
  )
}

function TabLabel({ tab }: { tab: PostTab }) {
  const counts = useStore($counts)
  const count = counts.state === 'ready' ? counts.data[tab] : 0
  return (
    <>
      {LABELS[tab]}
      {count > 0 && <Badge tone={tab === 'attention' ? 'look' : 'neutral'}>{count}</Badge>}
    </>
  )
}
