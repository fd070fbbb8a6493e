import { useStore } from '@nanostores/react'

import { type Field, FIELDS, placeholder } from '#shared/posts/fields.ts'
import { $lookedAfter } from '#site/dashboard/shared/permissions.tsx'
import { $textRules } from './messages/shown-network.ts'

const LABELS: Record<Field, string> = { name: 'Name', phone: 'Phone number', address: 'Address' }

/** Fields to insert at the cursor, each with what it becomes in this business. */
export function FieldMenu({ onPick }: { onPick: (text: string) => void }) {
  const { fields } = useStore($textRules)
  const { one, many } = useStore($lookedAfter)
  return (
    <div className="grid gap-2">
      <p className="px-2 text-sm text-soft">
        Each {one} fills in its own when you copy the post to other {many}.
      </p>
      <ul>
        {FIELDS.map(field => (
          <li key={field}>
            <button
              type="button"
              className="btn btn-ghost h-auto min-h-11 w-full flex-col items-start gap-0 px-2 py-1.5 text-start"
              onClick={() => onPick(placeholder(field))}
            >
              <span>{LABELS[field]}</span>
              <span className="text-xs font-normal text-soft wrap-anywhere">
                {fields[field] || 'Not known here. It comes from the Google location.'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
