import { MapPin, Repeat } from 'lucide-react'

import { networks } from '#shared/networks.ts'
import { recurrenceSentence } from '#shared/posts/describe-extras.ts'
import { BUTTON_LABELS, KIND_LABELS, type PostExtras } from '#shared/posts/extras.ts'
import { formatDate, formatDayTime } from '#site/lib/format.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { AttachedCount, MediaGrid, type PreviewProps, PreviewText } from './parts.tsx'

export const GooglePreview = ({ name, picture, text, time, media, extras, ...shown }: PreviewProps) => (
  <div
    role="group"
    aria-label="Google Business Profile preview"
    className="rounded-box border border-base-300 bg-raised"
  >
    <header className="flex items-center gap-2.5 px-4 pt-4 pb-3">
      <Avatar name={name} src={picture} className="size-10" />
      <div className="min-w-0 grow">
        <p className="truncate text-sm font-semibold">{name}</p>
        <p className="flex items-center gap-1 text-xs text-soft">
          <MapPin className="size-3 shrink-0" />
          <span>
            {KIND_LABELS[extras?.kind ?? 'update']} · {time}
          </span>
        </p>
      </div>
      <AttachedCount network="google" count={media.length} />
    </header>
    <MediaGrid media={media} {...shown} />
    <div className="grid gap-2 px-4 py-3">
      {extras && extras.kind !== 'update' && (
        <div>
          <p className="font-semibold wrap-anywhere">{extras.title || 'Title'}</p>
          <p className="text-xs text-soft">{period(extras)}</p>
          {extras.recurrence && (
            <p className="mt-1.5 flex items-start gap-1.5 text-xs">
              <Repeat className="mt-px size-3.5 shrink-0" />
              {recurrenceSentence(extras, networks.google.shortName, day => formatDate(new Date(day), 'UTC'))}
            </p>
          )}
        </div>
      )}
      <PreviewText network="google" text={text} lines={6} {...shown} />
      {extras && <Below {...extras} />}
    </div>
  </div>
)

/** The code and terms of an offer, and the button, which Google shows below the text. */
const Below = ({ coupon, terms, redeemUrl, button }: PostExtras) => (
  <>
    {coupon && (
      <p className="w-fit rounded-field border border-dashed border-edge px-3 py-1.5 text-sm wrap-anywhere">
        Code <b>{coupon}</b>
      </p>
    )}
    {terms && <p className="text-xs wrap-anywhere whitespace-pre-line text-soft">{terms}</p>}
    {(button ?? redeemUrl) && (
      <p className="text-sm font-semibold text-info">{button ? BUTTON_LABELS[button] : 'Redeem online'}</p>
    )}
  </>
)

const period = ({ start, end }: PostExtras) =>
  [start, end].map(time => (time ? formatDayTime(new Date(`${time}Z`), 'UTC') : '…')).join(' – ')
