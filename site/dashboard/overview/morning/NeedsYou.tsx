import { useStore } from '@nanostores/react'
import { Building2, CircleCheck, FileText, Inbox, PlugZap } from 'lucide-react'
import { useRef, useState } from 'react'

import type { Overview } from '#shared/overview.ts'
import { plural } from '#shared/plural.ts'
import { BusinessLink, openInBusiness } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $isAgency } from '#site/dashboard/shared/permissions.tsx'
import { openPage } from '#site/dashboard/shared/router.ts'
import { $isPhone } from '#site/lib/media-query.ts'
import { BusyButton } from '#site/ui/Button.tsx'
import { Picture, thumbnailOf } from '#site/ui/media/Picture.tsx'
import { Section } from '#site/ui/Section.tsx'
import type { Need } from './needs.ts'

type Props = {
  needs: readonly Need[]
  overview: Pick<Overview, 'moreAttention' | 'moreReviews'>
  /** True if all tasks are about the selected business. */
  isOfOne?: boolean
}

const MORE = 'prose-link me-4 inline-block text-sm leading-11'
/** Number of tasks that are shown at first, so that the next posts stay in view. */
const SHOWN = { phone: 3, other: 8 } as const

export function NeedsYou({ needs, overview: { moreAttention, moreReviews }, isOfOne = false }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [all, setAll] = useState(false)
  const everyBusiness = useStore($isAgency) && !isOfOne ? '&businesses=all' : ''
  const count = useStore($isPhone) ? SHOWN.phone : SHOWN.other
  // A single hidden task is shown instead of the button.
  const isFolded = !all && needs.length > count + 1
  /** Moves the focus to the first task that was hidden, because the button disappears. */
  const showAll = () => {
    setAll(true)
    requestAnimationFrame(() => list.current?.children[count]?.querySelector('button')?.focus())
  }
  if (needs.length === 0)
    return (
      <p className="flex items-center gap-2.5 text-sm">
        <CircleCheck className="size-5 shrink-0 text-success" />
        Nothing needs you right now.
      </p>
    )
  return (
    <Section title="Needs you">
      <ul ref={list} className="divide-y divide-base-300 rounded-box border border-amber/60 bg-raised">
        {(isFolded ? needs.slice(0, count) : needs).map(need => (
          <NeedRow key={need.id} need={need} />
        ))}
      </ul>
      {isFolded && (
        <button type="button" onClick={showAll} className={MORE}>
          Show all {needs.length}
        </button>
      )}
      {!isFolded && moreAttention > 0 && (
        <a href={`/dashboard/view-post?tab=attention${everyBusiness}`} className={MORE}>
          {plural(moreAttention, 'more post needs', 'more posts need')} attention
        </a>
      )}
      {!isFolded && moreReviews > 0 && (
        <a href={`/dashboard/view-post?tab=review${everyBusiness}`} className={MORE}>
          {plural(moreReviews, 'more review', 'more reviews')}
        </a>
      )}
    </Section>
  )
}

function NeedRow({ need }: { need: Need }) {
  const { domainId, details, client } = need
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1.5 p-3 sm:flex sm:gap-x-4 sm:p-4">
      <Mark need={need} />
      <div className="contents sm:block sm:grow">
        <p className="line-clamp-3 text-sm font-semibold wrap-break-word sm:line-clamp-1">
          {domainId && details ? (
            <BusinessLink domainId={domainId} href={details} className="hover:underline">
              {need.title}
            </BusinessLink>
          ) : (
            need.title
          )}
        </p>
        <p className="text-sm wrap-anywhere text-soft max-sm:col-span-3 max-sm:row-start-2 max-sm:text-xs">
          {client && <span className="font-medium">{client}</span>}
          {client && need.text && ' · '}
          {need.text}
          {need.second && domainId && (
            <BusinessLink domainId={domainId} href={need.second.href} className="prose-link ms-3">
              {need.second.label}
            </BusinessLink>
          )}
        </p>
      </div>
      <ActionButton need={need} />
    </li>
  )
}

const MARKS = { account: PlugZap, report: FileText, client: Building2, requests: Inbox } as const

function Mark({ need: { kind, post } }: { need: Need }) {
  if (kind === 'post') return <Picture picture={thumbnailOf(post?.media[0])} className="size-12" />
  const Icon = MARKS[kind]
  return (
    <span className="grid size-12 shrink-0 place-items-center rounded-field bg-base-200">
      <Icon className="size-5 text-amber" />
    </span>
  )
}

/** Shows the item’s business first, since every other screen shows one business. */
function ActionButton({ need: { action, domainId, client, title } }: { need: Need }) {
  const act = async () => {
    if ('href' in action) return domainId ? openInBusiness(domainId, action.href) : openPage(action.href)
    if (!domainId || (await selectDomain(domainId))) await action.press()
    return undefined
  }
  return (
    <BusyButton
      small
      onClick={act}
      className="shrink-0 max-sm:h-auto max-sm:max-w-28 max-sm:py-1.5 max-sm:whitespace-normal"
    >
      {action.label}
      <span className="sr-only">
        : {title}
        {client && ` · ${client}`}
      </span>
    </BusyButton>
  )
}
