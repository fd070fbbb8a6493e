import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode, useId } from 'react'

import type { Permission } from '#shared/businesses/permissions.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $settings } from '#site/dashboard/shared/me.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { ButtonLink, Button, keepFocus } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { ErrorState, Skeleton } from '#site/ui/states.tsx'
import { AccountManagement } from './AccountManagement.tsx'
import { ApprovalRuleForm } from './ApprovalRuleForm.tsx'
import { CalendarLink } from './CalendarLink.tsx'
import { LinkTagsForm } from './LinkTagsForm.tsx'
import { Members } from './Members.tsx'
import { PostingTimes } from './PostingTimes.tsx'
import { $isNarrow, followFragment, Section, SectionNav, type SectionProps } from './Section.tsx'
import { Sessions } from './Sessions.tsx'
import { $chosen, discard, leaving, $isChanged, $saving, save } from './store.ts'
import { AppearanceSettings, NotificationSettings, PrivacySettings } from './UserSections.tsx'

export function Settings() {
  useEffect(() => {
    const stops = [leaving.guard(), followFragment()]
    return () => {
      for (const stop of stops) stop()
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

/**
 * Shows all sections of the user before those of the business in a narrow window. The order stays when the window's size
 * changes, because moving an element closes the dialogs in it.
 */
function Content() {
  const kept = useStore($settings)
  const chosen = useStore($chosen)
  const business = useStore($selectedDomain)
  const can = useStore($can)
  const sections = BUSINESS_SECTIONS.filter(({ needs }) => !needs || can(needs))
  const [isNarrow] = useState(() => $isNarrow.get())
  if (kept.state === 'failed') return <ErrorState message={kept.message} onRetry={$settings.reload} />
  if (!chosen) return <Loading />
  return (
    <div className="grid grid-cols-1 gap-6 md:gap-8">
      <SectionNav business={business?.businessName} sections={sections} />
      <SectionGroup label="You">
        <NotificationSettings chosen={chosen} />
        <PrivacySettings chosen={chosen} />
        <AppearanceSettings chosen={chosen} />
        {isNarrow && <AccountSections />}
      </SectionGroup>
      {!isNarrow && <SaveBar />}
      {business && (
        <SectionGroup label={business.businessName}>
          {sections.map(section => (
            <Section key={section.anchor} {...section} />
          ))}
        </SectionGroup>
      )}
      {isNarrow ? (
        <SaveBar />
      ) : (
        <SectionGroup label="Your account">
          <AccountSections />
        </SectionGroup>
      )}
    </div>
  )
}

const AccountSections = () => (
  <>
    <Sessions />
    <AccountManagement />
  </>
)

type BusinessSection = SectionProps & { needs?: Permission }

const BUSINESS_SECTIONS: readonly BusinessSection[] = [
  {
    anchor: 'posting-times',
    title: 'Posting times',
    summary: 'Weekly times and time zone',
    note: '“Next free slot” schedules a post at the first of these that is free.',
    needs: 'configure',
    children: <PostingTimes />,
  },
  {
    anchor: 'approvals',
    title: 'Approvals',
    summary: 'A check before posts go out',
    note: 'Somebody looks at each post before it goes out.',
    children: <ApprovalRuleForm />,
  },
  {
    anchor: 'links',
    title: 'Links in posts',
    summary: 'Count visits to your website',
    note: 'Count the visits that your posts bring to your website.',
    needs: 'configure',
    children: <LinkTagsForm />,
  },
  {
    anchor: 'calendar-link',
    title: 'Calendar link',
    summary: 'Posts in your own calendar',
    note: 'See this business’s posts in your own calendar.',
    needs: 'configure',
    children: <CalendarLink />,
  },
  {
    anchor: 'members',
    title: 'Members',
    summary: 'Who works on this business',
    note: 'The people who work on this business, and what they may do.',
    children: <Members />,
  },
  {
    anchor: 'activity',
    title: 'Activity',
    summary: 'Who did what, and when',
    note: 'Who did what in this business, and when.',
    children: (
      <ButtonLink href="/dashboard/activity" className="justify-self-start">
        See the activity
      </ButtonLink>
    ),
  },
]

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

/** Sticky while there are unsaved changes. Without any, a narrow window has no button, because the sections are closed. */
function SaveBar() {
  const changed = useStore($isChanged)
  const saving = useStore($saving)
  const isNarrow = useStore($isNarrow)
  return (
    <div
      data-bottom-bar={changed || undefined}
      className={`z-20 flex flex-wrap items-center justify-end gap-3 
        ${changed ? 'sticky bottom-[calc(var(--bar-bottom)+1rem)] rounded-box border border-base-300 bg-raised px-5 py-3 shadow-lift [@media(max-height:25rem)]:static' : ''}`}
    >
      <p role="status" className="me-auto text-sm text-soft max-sm:basis-full">
        {changed && 'You have unsaved changes.'}
      </p>
      {changed && (
        <span ref={keepFocus}>
          <Button onClick={discard} disabled={saving}>
            Discard
          </Button>
        </span>
      )}
      {(changed || !isNarrow) && (
        <span ref={keepFocus}>
          <Button variant="primary" onClick={() => void save()} busy={saving} busyLabel="Saving…">
            Save Changes
          </Button>
        </span>
      )}
    </div>
  )
}

/** Sections as a list of rows with a label above. On wide screens, the sections are separate. */
function SectionGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="grid grid-cols-1 gap-2 md:contents">
      <p id={id} className="truncate text-sm font-semibold md:hidden">
        {label}
      </p>
      <div className="overflow-hidden rounded-box border border-base-300 bg-raised md:contents">
        {children}
      </div>
    </div>
  )
}
