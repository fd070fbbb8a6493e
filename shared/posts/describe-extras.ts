import { hasDates } from './extras-rules.ts'
import { BUTTON_LABELS, KIND_LABELS, NO_ARTICLE, type PostExtras } from './extras.ts'

/** Says what they are in lines, so that two versions can be compared. */
export function describeExtras(extras: PostExtras | undefined): string {
  if (!extras) return ''
  const { kind, title, start, end, coupon, redeemUrl, terms, button, url } = extras
  const { excerpt, categories, tags } = extras.article ?? NO_ARTICLE
  const period = `${start} to ${end}`.replaceAll('T', ' ')
  return [
    kind !== 'update' && title && `${KIND_LABELS[kind]}: ${title}`,
    hasDates(extras) && period,
    excerpt,
    categories.length > 0 && `Categories: ${categories.join(', ')}`,
    tags.length > 0 && `Tags: ${tags.join(', ')}`,
    coupon && `Code ${coupon}`,
    redeemUrl,
    terms,
    button && `${BUTTON_LABELS[button]} ${url}`,
  ]
    .filter(Boolean)
    .join('\n')
}
