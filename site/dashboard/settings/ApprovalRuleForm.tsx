import { useStore } from '@nanostores/react'

import { ROLE_LABELS } from '#shared/businesses/members.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { plural } from '#shared/plural.ts'
import { DUE_SOON_MINUTES, type ReadApprovalRule } from '#shared/posts/approvals.ts'
import { $approvalRule, saveRule } from '#site/dashboard/shared/approvals/rule.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { useBusy } from '#site/ui/Button.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { $members } from './Members.tsx'
import { pathToSection } from './sections.ts'

export const ApprovalRuleForm = () => (
  <Loaded store={$approvalRule} loading={<SkeletonRows rows={2} label="Loading the approval rule" />}>
    {rule => <Switches rule={rule} />}
  </Loaded>
)

function Switches({ rule }: { rule: ReadApprovalRule }) {
  const role = useStore($selectedDomain)?.role
  const [busy, during] = useBusy()
  const mayChange = role !== undefined && isAllowed(role, 'configure')

  const save = (changed: Partial<ReadApprovalRule>, saved: string) =>
    during(() => saveRule({ ...rule, ...changed }, saved))
  const turnOn = () => save({ required: true }, 'Posts now need approval before they go out.')

  return (
    <>
      <Switch
        label="Posts need approval before they go out"
        hint={
          mayChange
            ? 'Posts go out exactly as approved. A changed post needs a new approval; one that is only moved stays approved.'
            : 'Only owners and editors of the business can change this.'
        }
        checked={rule.required}
        disabled={busy || !mayChange}
        onChange={on => {
          if (!on)
            void save({ required: false }, 'New posts go out without approval. Posts in review keep waiting.')
          else if (rule.scheduled > 0)
            ask({
              title: 'Require approval?',
              label: 'Require approval',
              cancelLabel: 'Not now',
              children: consequence(rule),
              onAction: turnOn,
            })
          else void turnOn()
        }}
      />
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
    </>
  )
}

const posts = (count: number) => plural(count, 'scheduled post')

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

type ApproversProps = {
  /** Ids of the chosen members; empty for all whose role allows it. */
  chosen: readonly string[]
  disabled: boolean
  onChoose: (chosen: string[]) => void
}

/** Chooses who approves posts, among those whose role allows it. Everyone is chosen while all are ticked. */
function Approvers({ chosen, disabled, onChoose }: ApproversProps) {
  const members = useStore($members)
  if (members.state !== 'ready' || !members.data) return null
  const able = members.data.filter(({ role, status }) => status === 'active' && isAllowed(role, 'approve'))
  if (able.length < 2)
    return (
      <p className="text-sm text-soft">
        {able[0] ? `${able[0].fullname} approves. ` : ''}
        <a href={pathToSection('members')} className="prose-link">
          Invite approvers
        </a>{' '}
        to share that.
      </p>
    )
  const ticked = chosen.length > 0 ? chosen : able.map(({ _id }) => _id)
  const choose = (id: string, on: boolean) => {
    const next = on ? [...ticked, id] : ticked.filter(other => other !== id)
    onChoose(next.length === able.length ? [] : next)
  }
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 p-0 text-sm font-semibold">Who approves</legend>
      {able.map(({ _id, fullname, role }) => (
        <div key={_id} className="flex min-h-9 items-center py-1 pointer-coarse:min-h-11">
          <Checkbox
            label={
              <>
                {fullname} <span className="text-soft">({ROLE_LABELS[role].name.toLowerCase()})</span>
              </>
            }
            checked={ticked.includes(_id)}
            // At least one approver must remain.
            disabled={disabled || (ticked.length === 1 && ticked.includes(_id))}
            onChange={event => choose(_id, event.target.checked)}
          />
        </div>
      ))}
      <p className="text-sm text-soft">
        {chosen.length > 0
          ? 'Only these people can approve posts. We notify them when posts are waiting.'
          : 'We notify everyone here when posts are waiting, including owners and approvers who join later.'}
      </p>
    </fieldset>
  )
}
