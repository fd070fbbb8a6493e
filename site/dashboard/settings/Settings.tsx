import { useStore } from '@nanostores/react'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

import type { Settings as Saved } from '#shared/settings.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $settings } from '#site/dashboard/shared/me.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $router } from '#site/dashboard/shared/router.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { ErrorState, Skeleton } from '#site/ui/states.tsx'
import { AccountManagement } from './AccountManagement.tsx'
import { ApprovalRuleForm } from './ApprovalRuleForm.tsx'
import { Details, LinkTagsForm, VoiceForm } from './BusinessForms.tsx'
import { CalendarLink } from './CalendarLink.tsx'
import { Labels } from './Labels.tsx'
import { Members } from './Members.tsx'
import { PostingTimes } from './PostingTimes.tsx'
import { Section, type SectionGroup, SectionNav } from './Section.tsx'
import { type Anchor, BUSINESS_ANCHORS, isScreen, permissionFor, USER_ANCHORS } from './sections.ts'
import { Sessions } from './Sessions.tsx'
import { $unsavedSections, guardLeaving } from './store.ts'
import { AppearanceSettings, NotificationSettings, PrivacySettings } from './UserSections.tsx'

/** Shows the list of sections and the section in the URL. A narrow window shows only one of the two. */
export function Settings() {
  useEffect(guardLeaving, [])
  return (
    <>
      <ScreenHeading title="Settings" />
      <Content />
    </>
  )
}

function Content() {
  const settings = useStore($settings)
  const business = useStore($selectedDomain)
  const domains = useStore($domains)
  const can = useStore($can)
  const unsaved = useStore($unsavedSections)
  const ofBusiness = BUSINESS_ANCHORS.filter(anchor => {
    const needs = permissionFor(anchor)
    return !needs || can(needs)
  })
  const groups: SectionGroup[] = [
    { label: 'You', anchors: USER_ANCHORS },
    ...(business ? [{ label: business.businessName, anchors: ofBusiness }] : []),
  ]
  const hash = useStore($router)?.hash.slice(1)
  const named = groups.flatMap(({ anchors }) => anchors).find(anchor => anchor === hash && !isScreen(anchor))
  const current = named ?? 'notifications'
  useFocusOnChange(named ?? '', current)
  if (settings.state === 'failed') return <ErrorState message={settings.message} onRetry={$settings.reload} />
  if (settings.state === 'loading' || domains.state === 'loading') return <Loading />
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <SectionNav
        groups={groups}
        current={current}
        unsaved={unsaved}
        className={`lg:sticky lg:top-6 lg:self-start ${named ? 'max-lg:hidden' : ''}`}
      />
      <div className={`grid grid-cols-1 content-start gap-4 ${named ? '' : 'max-lg:hidden'}`}>
        <a
          href="/dashboard/settings"
          className="prose-link flex min-h-11 items-center gap-1 justify-self-start lg:hidden"
        >
          <ChevronLeft className="size-4 rtl:rotate-180" />
          All settings
        </a>
        <CurrentSection anchor={current} saved={settings.data} />
      </div>
    </div>
  )
}

/** Moves the page and the focus to another section once it is shown, or back to the list. */
function useFocusOnChange(named: string, current: Anchor) {
  const before = useRef(named)
  useEffect(() => {
    if (before.current === named) return
    before.current = named
    const section = document.getElementById(current)
    const target = section?.checkVisibility() ? section : document.querySelector<HTMLElement>('main h1')
    target?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: 'instant' })
  }, [named, current])
}

function CurrentSection({ anchor, saved }: { anchor: Anchor; saved: Saved }) {
  if (anchor === 'notifications') return <NotificationSettings saved={saved} />
  if (anchor === 'security') return <PrivacySettings saved={saved} />
  if (anchor === 'sessions') return <Sessions />
  if (anchor === 'appearance') return <AppearanceSettings saved={saved} />
  if (anchor === 'account') return <AccountManagement />
  const section = OF_BUSINESS[anchor]
  return section && <Section anchor={anchor} {...section} />
}

const OF_BUSINESS: Partial<Record<Anchor, { note: string; children: ReactNode }>> = {
  details: {
    note: 'How the business is named here, and the website that we check.',
    children: <Details />,
  },
  'posting-times': {
    note: '“Next free slot” schedules a post at the first of these that is free.',
    children: <PostingTimes />,
  },
  voice: {
    note: 'What AI knows about the business, and how it writes. Every AI text follows it.',
    children: <VoiceForm />,
  },
  approvals: { note: 'Somebody looks at each post before it goes out.', children: <ApprovalRuleForm /> },
  labels: {
    note: 'The labels of this business’s posts, drafts and files. They’re never published.',
    children: <Labels />,
  },
  members: { note: 'The people who work on this business, and what they may do.', children: <Members /> },
  links: { note: 'Count the visits that your posts bring to your website.', children: <LinkTagsForm /> },
  'calendar-link': { note: 'See this business’s posts in your own calendar.', children: <CalendarLink /> },
}

const Loading = () => (
  <div
    role="status"
    aria-label="Loading your settings"
    className="grid gap-x-10 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)]"
  >
    <Skeleton className="h-96 w-full" />
    <Skeleton className="h-96 w-full max-lg:hidden" />
  </div>
)
