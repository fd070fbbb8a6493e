import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { CalendarLink } from '#site/dashboard/shared/feeds/CalendarLink.tsx'
import { Allowed } from '#site/dashboard/shared/permissions/Allowed.tsx'
import { $settings } from '#site/dashboard/shared/preferences.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { ButtonLink } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'
import { AccountManagement } from './AccountManagement.tsx'
import { AppearanceSettings } from './AppearanceSettings.tsx'
import { ApprovalRuleForm } from './approvals/ApprovalRuleForm.tsx'
import { LinkTagsForm } from './link-tags/LinkTagsForm.tsx'
import { Members } from './members/Members.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import { PostingTimes } from './posting-times/PostingTimes.tsx'
import { PrivacySettings } from './PrivacySettings.tsx'
import { SaveBar } from './SaveBar.tsx'
import { Section } from './Section.tsx'
import { SectionNav } from './SectionNav.tsx'
import { Sessions } from './Sessions.tsx'
import { $chosen, discard, leaving } from './store.ts'

export function Settings() {
  useEffect(() => {
    const stop = leaving.guard()
    return () => {
      stop()
      discard()
    }
  }, [])
  return (
    <>
      <ScreenHeading title="Settings" />
      <Content />
      <ConfirmDialog
        open={useStore(leaving.$leavingTo) !== undefined}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={leaving.leave}
        onCancel={leaving.stay}
      >
        <p>You have unsaved changes on this page.</p>
      </ConfirmDialog>
    </>
  )
}

function Content() {
  const kept = useStore($settings)
  const chosen = useStore($chosen)
  const business = useStore($selectedDomain)
  if (kept.state === 'failed') return <ErrorState message={kept.message} onRetry={$settings.reload} />
  if (!chosen) return <Loading />
  return (
    <div className="grid grid-cols-1 gap-8">
      <SectionNav />
      <NotificationSettings chosen={chosen} />
      <PrivacySettings chosen={chosen} />
      <AppearanceSettings chosen={chosen} />
      <SaveBar />
      {business && <BusinessSections />}
      <Sessions />
      <AccountManagement />
    </div>
  )
}

const BusinessSections = () => (
  <>
    <Allowed to="configure">
      <Section
        anchor="posting-times"
        title="Posting times"
        note="“Next free slot” schedules a post at the first of these that is free."
      >
        <PostingTimes />
      </Section>
    </Allowed>
    <Section anchor="approvals" title="Approvals" note="Somebody looks at each post before it goes out.">
      <ApprovalRuleForm />
    </Section>
    <Allowed to="configure">
      <Section
        anchor="links"
        title="Links in posts"
        note="Count the visits that your posts bring to your website."
      >
        <LinkTagsForm />
      </Section>
      <Section
        anchor="calendar-link"
        title="Calendar link"
        note="See this business’s posts in your own calendar."
      >
        <CalendarLink />
      </Section>
    </Allowed>
    <Section
      anchor="members"
      title="Members"
      note="The people who work on this business, and what they may do."
    >
      <Members />
    </Section>
    <Section anchor="activity" title="Activity" note="Who did what in this business, and when.">
      <ButtonLink href="/dashboard/activity" className="justify-self-start">
        See the activity
      </ButtonLink>
    </Section>
  </>
)

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
