import { useStore } from '@nanostores/react'
import { ArrowDownToLine, ArrowUpFromLine, Images } from 'lucide-react'

import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $announcement } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { askToExport } from '#site/dashboard/shared/transfer/ask-to-export.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { ActionMenu } from '#site/ui/popovers/ActionMenu.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { $counts } from './lists.ts'
import { Loading } from './Pages.tsx'
import { PostList } from './PostList.tsx'
import { $tab, openTab, type Tab, TAB_LABELS, type TabKey, TABS } from './url.ts'

const [FIRST, ...OTHERS] = TABS
const ALL_TABS: readonly TabKey[] = [FIRST, 'drafts', ...OTHERS, 'networks']
/** Tabs of posts that need an action. On a phone, only these have room for their number. */
const WARNINGS: readonly TabKey[] = ['review', 'attention']
const NETWORK_CHOICES = NETWORK_IDS.map(key => ({ key, label: <NetworkLabel network={key} /> }))

const isNetworkId = (tab: Tab): tab is NetworkId => NETWORK_IDS.some(id => id === tab)

export function Posts() {
  const tab = useStore($tab)
  const counts = useStore($counts).data
  const drafts = useStore($drafts).data
  const can = useStore($can)
  const selected = isNetworkId(tab) ? 'networks' : tab
  const numbers: Partial<Record<TabKey, number>> = { ...counts, ...(drafts && { drafts: drafts.length }) }
  /** Tabs that not everybody has, or that are usually empty. */
  const optional: Partial<Record<TabKey, boolean>> = {
    drafts: can('write'),
    review: counts?.review !== undefined,
    progress: (counts?.progress ?? 0) > 0,
  }
  return (
    <>
      <ScreenHeading title="Manage Social Posts" under={[]} action={<TransferMenu />} />
      <Tabs
        wraps
        label="Posts"
        tabs={ALL_TABS.filter(key => key === selected || (optional[key] ?? true)).map(key => ({
          key,
          label: <Label tab={key} count={numbers[key] ?? 0} />,
        }))}
        selected={selected}
        onSelect={key => openTab(key === 'networks' ? NETWORK_IDS[0] : key)}
      >
        <TabContent tab={tab} />
      </Tabs>
      <p role="status" className="sr-only">
        {useStore($announcement)}
      </p>
    </>
  )
}

const DraftList = lazyComponent(
  async () => (await import('./DraftList.tsx')).DraftList,
  () => <Loading what="drafts" />,
)

const Feed = lazyComponent(async () => (await import('./feed/Feed.tsx')).Feed, Loading)

function TabContent({ tab }: { tab: Tab }) {
  if (tab === 'drafts') return <DraftList />
  if (!isNetworkId(tab)) return <PostList key={tab} tab={tab} />
  return (
    <div className="grid grid-cols-1 gap-3">
      <Segments wraps label="Network" choices={NETWORK_CHOICES} chosen={tab} onChoose={openTab} />
      <Feed />
    </div>
  )
}

function NetworkLabel({ network }: { network: NetworkId }) {
  return (
    <>
      <NetworkMark network={network} decorative className="size-4.5" />
      <span className="max-sm:hidden">{networks[network].name}</span>
      <span className="sm:hidden">{networks[network].shortName}</span>
    </>
  )
}

function Label({ tab, count }: { tab: TabKey; count: number }) {
  const [start = '', rest] = TAB_LABELS[tab].split('|')
  const isWarning = WARNINGS.includes(tab)
  return (
    <>
      {rest === undefined ? (
        start
      ) : (
        <span>
          <span className="max-xl:sr-only">{start}</span>
          <span className="max-xl:inline-block max-xl:first-letter:uppercase">{rest}</span>
        </span>
      )}
      {count > 0 && (
        <span className={isWarning ? 'contents' : 'max-sm:hidden'}>
          <Badge tone={isWarning ? 'warning' : 'neutral'}>
            <span translate="no">{count}</span>
          </Badge>
        </span>
      )}
    </>
  )
}

function TransferMenu() {
  const mayImport = useStore($can)('publish')
  return (
    <ActionMenu
      label="Import, export and media"
      className="btn btn-square border-edge bg-raised"
      actions={[
        ...(mayImport ? [{ label: 'Import posts', icon: ArrowDownToLine, href: '/dashboard/import' }] : []),
        { label: 'Export posts', icon: ArrowUpFromLine, run: askToExport },
        { label: 'Media', icon: Images, href: '/dashboard/media' },
      ]}
    />
  )
}
