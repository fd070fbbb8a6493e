import { useStore } from '@nanostores/react'
import { CircleCheck, FileText, PlugZap, Film } from 'lucide-react'
import { useRef, useState } from 'react'

import type { MediaItem } from '#shared/media/media.ts'
import { plural } from '#shared/plural.ts'
import { $businesses, BusinessLink } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { BusyButton, keepFocus } from '#site/ui/Button.tsx'
import type { Need } from './needs.ts'

type Props = { needs: readonly Need[]; moreAttention: number; moreReviews: number }

const MORE = 'prose-link me-4 inline-block text-sm leading-11'
/** Number of tasks that a phone shows at first, so that the next posts stay on its screen. */
const SHOWN = 3

export function NeedsYou({ needs, moreAttention, moreReviews }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [all, setAll] = useState(false)
  /** Moves the focus to the first task that was hidden, because the button disappears. */
  const showAll = () => {
    setAll(true)
    requestAnimationFrame(() => list.current?.children[SHOWN]?.querySelector('button')?.focus())
  }
  const isFolded = needs.length > SHOWN + 1 && !all
  const more = isFolded ? `${MORE} max-sm:hidden` : MORE
  if (needs.length === 0)
    return (
      <p ref={keepFocus} className="flex items-center gap-2.5 text-sm">
        <CircleCheck className="size-5 shrink-0 text-success" />
        Nothing needs you right now.
      </p>
    )
  return (
    <section aria-labelledby="needs-you" ref={keepFocus}>
      <h2 id="needs-you" className="mb-3 text-xl">
        Needs you
      </h2>
      <ul
        ref={list}
        className={`divide-y divide-base-300 rounded-box border border-amber/60 bg-raised ${isFolded ? 'max-sm:*:nth-[n+4]:hidden' : ''}`}
      >
        {needs.map(need => (
          <NeedRow key={need.id} need={need} />
        ))}
      </ul>
      {isFolded && (
        <button type="button" onClick={showAll} className={`${MORE} sm:hidden`}>
          Show all {needs.length}
        </button>
      )}
      {moreAttention > 0 && (
        <a href="/dashboard/view-post?tab=attention" className={more}>
          {plural(moreAttention, 'more post needs', 'more posts need')} attention
        </a>
      )}
      {moreReviews > 0 && (
        <a href="/dashboard/view-post?tab=review" className={more}>
          {plural(moreReviews, 'more review', 'more reviews')}
        </a>
      )}
    </section>
  )
}

function NeedRow({ need }: { need: Need }) {
  const businesses = useStore($businesses)
  const business = businesses.size > 1 ? businesses.get(need.domainId)?.name : undefined
  return (
    <li
      ref={keepFocus}
      className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1.5 p-3 sm:flex sm:gap-x-4 sm:p-4"
    >
      <Mark need={need} />
      <div className="contents sm:block sm:grow">
        <p className="line-clamp-2 text-sm font-semibold wrap-anywhere sm:line-clamp-1">
          {need.details ? (
            <BusinessLink domainId={need.domainId} href={need.details} className="hover:underline">
              {need.title}
            </BusinessLink>
          ) : (
            need.title
          )}
        </p>
        <p className="text-sm wrap-anywhere text-soft max-sm:col-span-3 max-sm:row-start-2 max-sm:text-xs">
          {business && <span className="font-medium">{business} · </span>}
          {need.text}
        </p>
      </div>
      <ActionButton need={need} business={business} />
    </li>
  )
}

const MARKS = { account: PlugZap, report: FileText } as const

function Mark({ need: { kind, post } }: { need: Need }) {
  if (kind === 'post') return <PostPicture item={post?.media[0]} />
  const Icon = MARKS[kind]
  return (
    <span className="grid size-12 shrink-0 place-items-center rounded-field bg-base-200">
      <Icon className="size-5 text-amber" />
    </span>
  )
}

/** Shows the item’s business first, since every other screen shows one business. */
function ActionButton({
  need: { action, domainId, title },
  business,
}: {
  need: Need
  business?: string | undefined
}) {
  const act = async () => {
    if (!(await selectDomain(domainId))) return
    if ('href' in action) openPage(action.href)
    else await action.press()
  }
  return (
    <BusyButton small onClick={act} className="shrink-0">
      {action.label}
      <span className="sr-only">
        : {title}
        {business && ` · ${business}`}
      </span>
    </BusyButton>
  )
}

/** A post's first picture as a decorative square: its text is beside it. */
export function PostPicture({ item }: { item?: Pick<MediaItem, 'kind' | 'thumbnailUrl'> | undefined }) {
  const Icon = item?.kind === 'video' ? Film : FileText
  return (
    <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-field bg-base-200 text-soft">
      {item?.thumbnailUrl ? (
        <img
          src={item.thumbnailUrl}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <Icon className="size-5" />
      )}
    </span>
  )
}
