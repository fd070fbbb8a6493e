import type { ReactNode } from 'react'

import { markLinks } from '#shared/text/tags.ts'
import { ClampedText } from '#site/ui/ClampedText.tsx'

type PreviewTextProps = { text: string; lines: 'few' | 'some'; before?: ReactNode; more?: string }

/** The message with its line breaks, hashtags, mentions and links. It isn’t translated, because networks get it as it is. */
export const PreviewText = ({ text, lines, before, more = 'See more' }: PreviewTextProps) => (
  <ClampedText lines={lines} more={more} inline={more.startsWith('…')} className="text-sm leading-snug">
    {before}
    {text === '' && <span className="text-soft">Your message will appear here.</span>}
    <span translate="no">
      {markLinks(text).map(({ piece, isLink }, index) =>
        isLink ? (
          <span key={index} className="text-info">
            {piece}
          </span>
        ) : (
          piece
        ),
      )}
    </span>
  </ClampedText>
)
