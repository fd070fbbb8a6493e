import { onlyRow } from '#api/db/only-row.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { invalidField } from '#api/runtime/errors.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import type { NetworkId } from '#shared/networks.ts'
import { messageProblem, isTooLong } from '#shared/posts/captions.ts'
import { defaultExtras, tagExtras, normalizeExtras } from '#shared/posts/extras-rules.ts'
import { PostExtras } from '#shared/posts/extras.ts'
import {
  fieldProblem,
  fieldValues,
  fillExtras,
  fillIn,
  isPlace,
  type TextRules,
} from '#shared/posts/fields.ts'
import { isCommentTooLong } from '#shared/posts/first-comments.ts'
import { tagLinks } from '#shared/posts/link-tags.ts'
import type { PostButton } from '#shared/posts/post-button.ts'
import { POST_MESSAGES, type PlatformMessage } from '#shared/posts/posts.ts'
import { RHYTHM_MESSAGES } from '#shared/posts/rhythm.ts'
import { isStory, STORY_NAME } from '#shared/posts/stories.ts'
import { hasVisible } from '#shared/text/characters.ts'

export type TaggedMessage = PlatformMessage & {
  /** The author's text if fields were filled in or links got tags; otherwise null. */
  written: string | null
  writtenComment?: string | null
  writtenExtras?: PostExtras | null
}

/** Adds the business's button to a new post, on networks for which the author has made no choice. */
export const withDefaultButton = (
  platforms: PlatformMessage[],
  postButton: PostButton | null | undefined,
): PlatformMessage[] =>
  platforms.map(({ extras, ...one }) => {
    const own = extras === undefined ? defaultExtras(one.platform, postButton) : extras
    return extras === undefined && own === null ? one : { ...one, extras: own }
  })

/** Returns the values and tags that the texts of a business's posts get. @param accounts the business's connected accounts */
export const textRulesOf = (
  { businessName, linkTags }: Pick<Domain, 'businessName' | 'linkTags'>,
  accounts: readonly Account[],
): TextRules => ({
  linkTags,
  fields: fieldValues(businessName, accounts.find(({ network }) => isPlace(network))?.profile),
})

/**
 * Fills in the fields of each network's texts and extras, and adds the business's UTM tags to their links. Call it when a post is
 * saved, so that the stored text is the one that is sent and that reconciliation searches for. A text over its network's limit
 * gets no tags, since it is rejected.
 */
export const tagTexts = (platforms: PlatformMessage[], { fields, linkTags }: TextRules): TaggedMessage[] =>
  platforms.map(({ extras, ...one }) => {
    const { platform } = one
    const sent = (written: string, isOver: (network: NetworkId, text: string) => boolean) => {
      const filled = fillIn(written, fields)
      const text = tagLinks(filled, platform, isOver(platform, filled) ? null : linkTags)
      return { text, written: text === written ? null : written }
    }
    const used = extras === undefined ? {} : sentExtras(extras, platform, { fields, linkTags })
    const named = isStory(used) ? one.message.trim() || STORY_NAME : one.message
    const { text: message, written } = sent(named, isTooLong)
    if (one.firstComment === undefined) return { ...one, ...used, message, written }
    const comment = sent(one.firstComment.trim(), isCommentTooLong)
    return {
      ...one,
      ...used,
      message,
      written,
      firstComment: comment.text,
      writtenComment: comment.written,
    }
  })

/** Adds the stored extras of stories to texts without extras, so that they stay stories. */
export const withKeptStories = (
  texts: TaggedMessage[],
  current: readonly { network: NetworkId; extras?: PostExtras | null }[],
): TaggedMessage[] =>
  texts.map(text => {
    const kept = current.find(({ network }) => network === text.platform)
    return text.extras === undefined && kept && isStory(kept)
      ? { ...text, extras: kept.extras, message: text.message.trim() || STORY_NAME }
      : text
  })

function sentExtras(given: PostExtras | null, network: NetworkId, { fields, linkTags }: TextRules) {
  const used = normalizeExtras(given)
  const extras = used && tagExtras(fillExtras(used, fields), network, linkTags)
  return { extras, writtenExtras: Bun.deepEquals(extras, used) ? null : used }
}

/**
 * Returns further texts of a series, each for the same networks as its present texts.
 * @param from number of the first further text in messages, which count from 1
 * @throws {DomainError} `invalid` for a further text that one of the networks doesn't accept, or that equals another one
 */
export function prepareFurtherTexts(
  present: readonly [TaggedMessage[], ...TaggedMessage[][]],
  further: readonly string[],
  { rules, from = 2 }: { rules: TextRules; from?: number },
): TaggedMessage[][] {
  const texts: TaggedMessage[][] = []
  for (const [index, message] of further.entries()) {
    const untagged = present[0].map(({ platform }) => ({ platform, message }))
    const text = tagTexts(untagged, rules)
    const isTaken = (one: TaggedMessage) =>
      [...present, ...texts]
        .flat()
        .some(other => other.platform === one.platform && other.message === one.message)
    const [problem] = text.flatMap(
      one =>
        (hasVisible(one.message) ? undefined : POST_MESSAGES.noMessage) ??
        messageProblem(one.platform, one.message) ??
        fieldProblem(one.message) ??
        (isTaken(one) ? RHYTHM_MESSAGES.sameText : []),
    )
    if (problem) throw invalidField('texts', RHYTHM_MESSAGES.ofText(index + from, problem))
    texts.push(text)
  }
  return texts
}

/**
 * Returns one of a series' texts for a network, even if no post with that text goes there yet.
 * @param number of the text, counted from 0
 * @throws {DomainError} `invalid` if such a network doesn't accept it
 */
export function textForNetwork(
  platform: NetworkId,
  text: TaggedMessage[],
  { number, rules }: { number: number; rules: TextRules },
): Pick<TaggedMessage, 'message' | 'written'> {
  const own = text.find(one => one.platform === platform)
  if (own) return own
  const message = text[0]?.written ?? text[0]?.message ?? ''
  const sent = onlyRow(tagTexts([{ platform, message }], rules))
  const problem = messageProblem(platform, sent.message) ?? fieldProblem(sent.message)
  if (problem) throw invalidField('platforms', RHYTHM_MESSAGES.ofText(number + 1, problem))
  return sent
}
