import { Eye, EyeOff, Heart, HeartOff, type LucideIcon, Trash2 } from 'lucide-react'

import { actsOn, type InboxItem } from '#shared/inbox.ts'
import { networks } from '#shared/networks.ts'
import type { InboxAct } from '#shared/networks/declaration.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { Button } from '#site/ui/Button.tsx'
import { FormMessage } from '#site/ui/fields/Field.tsx'
import { act } from './store.ts'

const ICONS: Record<InboxAct, LucideIcon> = {
  like: Heart,
  unlike: HeartOff,
  hide: EyeOff,
  show: Eye,
  delete: Trash2,
}
/** An act and its opposite are one button, which keeps the focus. */
const PLACES: Record<InboxAct, string> = {
  like: 'like',
  unlike: 'like',
  hide: 'hide',
  show: 'hide',
  delete: 'delete',
}

/** What a member can do with an item on its network, beside answering it. */
export function Moderation({ item }: { item: InboxItem }) {
  const { shortName, inbox } = networks[item.network]
  const { act: last } = item
  const isBusy = last !== null && last.state !== 'failed'
  const acts = actsOn(item)
  if (acts.length === 0) return null
  const label = (last && inbox?.acts[last.act]) ?? ''
  return (
    <div className="grid gap-2">
      <div className="-ms-3 flex flex-wrap gap-1">
        {acts.map(({ act: name, label }) => {
          const Icon = ICONS[name]
          return (
            <Button
              key={PLACES[name]}
              small
              variant="quiet"
              icon={<Icon />}
              disabled={isBusy}
              onClick={() => (name === 'delete' ? askToDelete(item, label) : void act(item, name))}
            >
              {label}
            </Button>
          )
        })}
      </div>
      <p role="status" className="text-xs text-soft empty:hidden">
        {isBusy && (last.reason || `“${label}” is on its way to ${shortName}.`)}
      </p>
      <FormMessage message={last?.state === 'failed' ? `“${label}” didn’t work. ${last.reason}` : ''} />
    </div>
  )
}

function askToDelete(item: InboxItem, label: string) {
  const { shortName, inbox } = networks[item.network]
  ask({
    title: `Delete ${item.author}’s comment on ${shortName}?`,
    label,
    danger: true,
    onAction: () => act(item, 'delete'),
    children: <p>{inbox?.deletion}</p>,
  })
}
