import { Eye, EyeOff, Heart, HeartOff, type LucideIcon, Trash2, Undo2 } from 'lucide-react'

import { actsOn, moderatesComments, type InboxItem } from '#shared/inbox.ts'
import { networks } from '#shared/networks.ts'
import type { InboxAct } from '#shared/networks/declaration.ts'
import { possessive } from '#shared/text/possessive.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { Button } from '#site/ui/Button.tsx'
import { FormMessage } from '#site/ui/fields/Field.tsx'
import { act, takeBack } from './store.ts'

/** An act and its opposite share a key, so that their button keeps the focus. `moderating` is WordPress's own label. */
const ACTS: Record<InboxAct, { icon: LucideIcon; key: string; label: string; moderating?: string }> = {
  like: { icon: Heart, key: 'like', label: 'Like' },
  unlike: { icon: HeartOff, key: 'like', label: 'Unlike' },
  hide: { icon: EyeOff, key: 'hide', label: 'Hide', moderating: 'Hold back' },
  show: { icon: Eye, key: 'hide', label: 'Show again', moderating: 'Approve' },
  delete: { icon: Trash2, key: 'delete', label: 'Delete', moderating: 'Move to the bin' },
}

function labelOf({ network }: InboxItem, act: InboxAct): string {
  const { label, moderating = label } = ACTS[act]
  return moderatesComments(network) ? moderating : label
}

export function Moderation({ item }: { item: InboxItem }) {
  const { act: last } = item
  const isBusy = last !== null && last.state !== 'failed'
  const acts = actsOn(item)
  if (acts.length === 0) return null
  const label = last ? labelOf(item, last.act) : ''
  return (
    <div className="grid gap-2">
      <div className="-ms-3 flex flex-wrap gap-1">
        {acts.map(name => {
          const { icon: Icon, key } = ACTS[name]
          return (
            <Button
              key={key}
              small
              variant="quiet"
              icon={<Icon />}
              disabled={isBusy}
              onClick={() => (name === 'delete' ? askToDelete(item) : void act(item, name))}
            >
              {labelOf(item, name)}
            </Button>
          )
        })}
        {last?.state === 'waiting' && (
          <Button small variant="quiet" icon={<Undo2 />} onClick={() => void takeBack(item)}>
            Take back
          </Button>
        )}
      </div>
      <p role="status" className="text-xs text-soft empty:hidden">
        {isBusy && (last.reason || `“${label}” is on its way to ${networks[item.network].shortName}.`)}
      </p>
      <FormMessage message={last?.state === 'failed' ? `“${label}” didn’t work. ${last.reason}` : ''} />
    </div>
  )
}

function askToDelete(item: InboxItem) {
  const { shortName } = networks[item.network]
  ask({
    title: `Delete ${possessive(item.author)} comment on ${shortName}?`,
    label: labelOf(item, 'delete'),
    danger: true,
    onAction: () => act(item, 'delete'),
    children: (
      <p>
        {moderatesComments(item.network)
          ? 'It goes to the bin of your website, where you can restore it.'
          : `${shortName} deletes the replies to it, too. You can’t restore them.`}
      </p>
    ),
  })
}
