import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { isAllowed } from '#shared/businesses/permissions.ts'
import { plural } from '#shared/plural.ts'
import { DUE_SOON_MINUTES, type ReadApprovalRule } from '#shared/posts/approvals.ts'
import { $approvalRule, saveRule } from '#site/dashboard/shared/approvals/rule.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { SkeletonRows } from '#site/ui/states/Skeleton.tsx'
import { Approvers } from './Approvers.tsx'

/** Switches the approval of posts on and off. */
export function ApprovalRuleForm() {
  const rule = useStore($approvalRule)
  if (rule.state === 'failed') return <ErrorState message={rule.message} onRetry={$approvalRule.reload} />
  if (rule.state === 'loading') return <SkeletonRows rows={2} label="Loading the approval rule" />
  if (!rule.data) return <p className="text-sm text-soft">Add a business first.</p>
  return <Switches rule={rule.data} />
}

function Switches({ rule }: { rule: ReadApprovalRule }) {
  const role = useStore($selectedDomain)?.role
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const mayChange = role !== undefined && isAllowed(role, 'configure')

  async function save(changed: Partial<ReadApprovalRule>, saved: string) {
    setBusy(true)
    await saveRule({ ...rule, ...changed }, saved)
    setBusy(false)
    setAsking(false)
  }
  const turnOn = () => save({ required: true }, 'Posts now need approval before they go out.')

  return (
    <>
      <Switch
        label="Posts need approval before they go out"
        hint={
          mayChange
            ? 'Posts go out exactly as approved. Any change needs a new approval.'
            : 'Only owners and editors of the business can change this.'
        }
        checked={rule.required}
        disabled={busy || !mayChange}
        onChange={on => {
          if (!on)
            void save({ required: false }, 'New posts go out without approval. Posts in review keep waiting.')
          else if (rule.scheduled > 0) setAsking(true)
          else void turnOn()
        }}
      />
      {rule.required && (
        <Switch
          label="Ask again when only the time changes"
          hint="Otherwise an approved post can be moved without asking."
          checked={rule.asksForTime}
          disabled={busy || !mayChange}
          onChange={asksForTime =>
            void save(
              { asksForTime },
              asksForTime ? 'A new time now needs a new approval.' : 'A new time keeps the approval.',
            )
          }
        />
      )}
      {rule.required && (
        <Approvers
          chosen={rule.approvers}
          disabled={busy || !mayChange}
          onChoose={approvers =>
            void save(
              { approvers },
              approvers.length > 0
                ? 'Only the ticked people can approve posts now.'
                : 'Everyone here can approve posts now.',
            )
          }
        />
      )}
      <ConfirmDialog
        open={asking}
        title="Require approval?"
        confirmLabel="Require approval"
        cancelLabel="Not now"
        onConfirm={turnOn}
        onCancel={() => setAsking(false)}
      >
        <p>{consequence(rule)}</p>
      </ConfirmDialog>
    </>
  )
}

const posts = (count: number) => plural(count, 'scheduled post')

/** Explains the effect on posts that are already scheduled. */
export function consequence({
  scheduled,
  dueSoon,
  exempts,
}: Pick<ReadApprovalRule, 'scheduled' | 'dueSoon' | 'exempts'>): string {
  const waiting = exempts ? scheduled - dueSoon : scheduled
  const wait =
    waiting === 0
      ? 'No scheduled post has to wait.'
      : `${posts(waiting)} won’t go out until ${waiting === 1 ? 'it is' : 'they are'} approved.`
  if (dueSoon === 0) return wait
  const within = `due within ${DUE_SOON_MINUTES} minutes`
  if (exempts) return `${wait} ${posts(dueSoon)} ${within} ${dueSoon === 1 ? 'goes' : 'go'} out as planned.`
  const which = scheduled === 1 ? 'It is' : dueSoon === 1 ? 'One of them is' : `${dueSoon} of them are`
  return `${wait} ${which} ${within}, so ask an approver at once.`
}
