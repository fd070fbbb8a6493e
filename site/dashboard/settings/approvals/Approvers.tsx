import { useStore } from '@nanostores/react'

import { ROLE_LABELS } from '#shared/businesses/members.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { $members } from '#site/dashboard/settings/members/store.ts'
import { SectionLink } from '#site/dashboard/settings/section/Section.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'

type ApproversProps = {
  /** Ids of the chosen members; empty for all whose role allows it. */
  chosen: readonly string[]
  disabled: boolean
  onChoose: (chosen: string[]) => void
}

/** Chooses who approves posts, among those whose role allows it. Everyone is chosen while all are ticked. */
export function Approvers({ chosen, disabled, onChoose }: ApproversProps) {
  const members = useStore($members)
  if (members.state !== 'ready' || !members.data) return null
  const able = members.data.filter(({ role, status }) => status === 'active' && isAllowed(role, 'approve'))
  if (able.length < 2)
    return (
      <p className="text-sm text-soft">
        {able[0] ? `${able[0].fullname} approves. ` : ''}
        <SectionLink anchor="members" className="prose-link">
          Invite approvers
        </SectionLink>{' '}
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
