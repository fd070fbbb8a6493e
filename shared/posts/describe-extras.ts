import { hasDates } from './extras-rules.ts'
import { BUTTON_LABELS, KIND_LABELS, NO_ARTICLE, NO_PEOPLE, type Place, type PostExtras } from './extras.ts'

/**
 * Says what they are in lines, so that two versions can be compared.
 * @param files those that the network gets, by which a picture has its number
 */
export function describeExtras(
  extras: PostExtras | undefined,
  files: readonly { id?: string }[] = [],
): string {
  if (!extras) return ''
  const { kind, title, start, end, coupon, redeemUrl, terms, button, url } = extras
  const { excerpt, categories, tags } = extras.article ?? NO_ARTICLE
  const { collaborators, tags: people } = extras.people ?? NO_PEOPLE
  const period = `${start} to ${end}`.replaceAll('T', ' ')
  return [
    kind === 'story' && KIND_LABELS.story,
    kind !== 'update' && title && `${KIND_LABELS[kind]}: ${title}`,
    hasDates(extras) && period,
    excerpt,
    categories.length > 0 && `Categories: ${categories.join(', ')}`,
    tags.length > 0 && `Tags: ${tags.join(', ')}`,
    coupon && `Code ${coupon}`,
    redeemUrl,
    terms,
    button && `${BUTTON_LABELS[button]} ${url}`,
    collaborators.length > 0 && `With ${collaborators.map(name => `@${name}`).join(', ')}`,
    extras.place && `At ${placeLine(extras.place)}`,
    ...people.map(({ mediaId, username, x, y }) => {
      const number = files.findIndex(({ id }) => id === mediaId) + 1
      const where = number > 0 ? ` on picture ${number}` : ''
      return `Tagged: @${username}${where} at ${percent(x)} across, ${percent(y)} down`
    }),
    extras.coverId !== undefined && 'Cover: a picture',
    extras.coverMs !== undefined && `Cover: the video at ${extras.coverMs / 1000} s`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** 'Harbour Bakehouse, 12 Harbour St, Sydney' */
export const placeLine = ({ name, address }: Place) => [name, address].filter(Boolean).join(', ')

const percent = (share: number) => `${Math.round(share * 100)} %`
