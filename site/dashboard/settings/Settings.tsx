import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode, useId } from 'react'

import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $displayName, $me, $profilePicture, $settings } from '#site/dashboard/shared/me.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { Avatar } from '#site/ui/Avatar.tsx'
import { ButtonLink } from '#site/ui/Button.tsx'
import { ErrorState, Skeleton } from '#site/ui/states.tsx'
import { AccountManagement } from './AccountManagement.tsx'
import { ApprovalRuleForm } from './ApprovalRuleForm.tsx'
import { CalendarLink } from './CalendarLink.tsx'
import { Details } from './Details.tsx'
import { Labels } from './Labels.tsx'
import { LinkTagsForm } from './LinkTagsForm.tsx'
import { Members } from './Members.tsx'
import { PostingTimes } from './PostingTimes.tsx'
import { followFragment, Section, SectionNav, type SectionProps } from './Section.tsx'
import { BUSINESS_SECTIONS, type BusinessAnchor, needsOf } from './sections.ts'
import { Sessions } from './Sessions.tsx'
import { $chosen, guardLeaving, showChanges } from './store.ts'
import { AppearanceSettings, NotificationSettings, PrivacySettings } from './UserSections.tsx'

export function Settings() {
  useEffect(() => {
    const stops = [guardLeaving(), followFragment(), showChanges()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <>
      <ScreenHeading title="Settings" />
      <Content />
    </>
  )
}

const BUSINESS_ANCHORS = Object.keys(BUSINESS_SECTIONS) as BusinessAnchor[]

function Content() {
  const kept = useStore($settings)
  const chosen = useStore($chosen)
  const business = useStore($selectedDomain)
  const can = useStore($can)
  const anchors = BUSINESS_ANCHORS.filter(anchor => {
    const needs = needsOf(anchor)
    return !needs || can(needs)
  })
  if (kept.state === 'failed') return <ErrorState message={kept.message} onRetry={$settings.reload} />
  if (!chosen) return <Loading />
  return (
    <div className="grid grid-cols-1 gap-6 md:gap-8">
      <SectionNav business={business?.businessName} anchors={anchors} />
      <SectionGroup label="You">
        <ProfileSection />
        <NotificationSettings chosen={chosen} />
        <PrivacySettings chosen={chosen} />
        <Sessions />
        <AppearanceSettings chosen={chosen} />
        <AccountManagement />
      </SectionGroup>
      {business && (
        <SectionGroup label={business.businessName}>
          {anchors.map(anchor => (
            <Section key={anchor} anchor={anchor} {...OF_BUSINESS[anchor]} />
          ))}
        </SectionGroup>
      )}
    </div>
  )
}

function ProfileSection() {
  const me = useStore($me)
  const src = useStore($profilePicture)
  return (
    <Section
      anchor="profile"
      summary="Your name, photo and password"
      note="How you appear here, and how we reach you."
    >
      <div className="flex flex-wrap items-center gap-4">
        <Avatar {...(src && { src })} className="size-12" />
        <div className="min-w-0 grow">
          <p className="truncate font-semibold">{useStore($displayName)}</p>
          <p className="truncate text-sm text-soft">{me.state === 'ready' && me.data.email}</p>
        </div>
        <ButtonLink href="/dashboard/profile">Edit Profile</ButtonLink>
      </div>
    </Section>
  )
}

const OF_BUSINESS: Record<BusinessAnchor, Omit<SectionProps, 'anchor'>> = {
  details: {
    summary: 'Its name and website',
    note: 'How the business is named here, and the website that we check.',
    children: <Details />,
  },
  'posting-times': {
    summary: 'Weekly times and time zone',
    note: '“Next free slot” schedules a post at the first of these that is free.',
    children: <PostingTimes />,
  },
  approvals: {
    summary: 'A check before posts go out',
    note: 'Somebody looks at each post before it goes out.',
    children: <ApprovalRuleForm />,
  },
  labels: {
    summary: 'Rename, merge and delete them',
    note: 'The labels of this business’s posts, drafts and files. They’re never published.',
    children: <Labels />,
  },
  members: {
    summary: 'Who works on this business',
    note: 'The people who work on this business, and what they may do.',
    children: <Members />,
  },
  links: {
    summary: 'Count visits to your website',
    note: 'Count the visits that your posts bring to your website.',
    children: <LinkTagsForm />,
  },
  'calendar-link': {
    summary: 'Posts in your own calendar',
    note: 'See this business’s posts in your own calendar.',
    children: <CalendarLink />,
  },
  activity: {
    summary: 'Who did what, and when',
    note: 'Who did what in this business, and when.',
    children: (
      <ButtonLink href="/dashboard/activity" className="justify-self-start">
        See the activity
      </ButtonLink>
    ),
  },
}

const Loading = () => (
  <div role="status" aria-label="Loading your settings" className="grid gap-8">
    {[0, 1, 2].map(section => (
      <div
        key={section}
        className="grid gap-x-10 gap-y-4 border-t border-base-300 pt-6 lg:grid-cols-[15rem_minmax(0,1fr)]"
      >
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-56 w-full" />
      </div>
    ))}
  </div>
)

/** In a narrow window, its sections are the rows of one box. */
function SectionGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2 md:gap-6 md:not-first:pt-6">
      <h2 id={id} className="truncate text-base md:text-2xl">
        {label}
      </h2>
      <div className="max-md:overflow-hidden max-md:rounded-box max-md:border max-md:border-base-300 max-md:bg-raised md:grid md:grid-cols-1 md:gap-8">
        {children}
      </div>
    </section>
  )
}
