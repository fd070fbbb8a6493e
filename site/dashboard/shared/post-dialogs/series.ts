import { useEffect, useState } from 'react'

import { plural } from '#shared/plural.ts'
import { isChangeable } from '#shared/posts/changes.ts'
import type { Occurrence, Post } from '#shared/posts/posts.ts'
import type { SeriesPart } from '#shared/posts/series.ts'
import { $dialog, openDialog } from '#site/dashboard/shared/open-dialog.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'

type Part = NonNullable<SeriesPart['series']>
/** `alike`: the posts with exactly the same content. */
export type Answer = Part | 'alike' | undefined

/** A question whether something applies to one post of a series or to others too. */
export type SeriesQuestion = {
  title: string
  text: string
  /** Posts to which the widest answer applies, soonest first. */
  posts: readonly Occurrence[]
  domainId: string
  /** Label of the widest answer. */
  all: string
  /** Label of the answer `alike`, unless that is the widest answer. */
  alike?: string | undefined
  /** Texts that the widest answer approves, and that the user may not have read. */
  texts?: readonly WaitingText[]
  /** True if later posts keep their own text or content. */
  keepsTexts?: boolean
  /** True if the widest answer is the default. */
  prefersAll?: boolean
}

/** A text that waits for a decision: its number from 0, its posts, and the soonest of them. */
export type WaitingText = { number: number; post: Post; ids: string[] }

/** Asks over the screen. Resolves to undefined if the user closes the question. */
async function ask(question: SeriesQuestion): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  await openDialog(async () => (await import('./SeriesDialog.tsx')).SeriesDialog, {
    ...question,
    onAnswer: resolve,
  })
  // Answering closes the dialog, too.
  const stop = $dialog.listen(() => {
    stop()
    resolve(undefined)
  })
  return promise
}

type Repeated = Pick<Post, '_id' | 'domainId'>

const readOccurrences = (id: string) => dataOf(api.posts[':id'].series.$get({ param: { id } }))

/** Returns the posts of a series that come after one of them and can still be changed. */
export const laterThan = (all: readonly Occurrence[], { _id }: Pick<Post, '_id'>) =>
  all.slice(all.findIndex(one => one._id === _id) + 1).filter(isChangeable)

/**
 * Asks which posts of a series to change, unless there are no later ones. With `keepsTexts`, later ones keep another text.
 * @returns undefined if the user closes the question, or if the series can't be read, which a toast says
 */
export async function askForSeriesPart(
  title: string,
  post: Repeated,
  keepsTexts = false,
): Promise<Part | undefined> {
  try {
    const all = await readOccurrences(post._id)
    const later = laterThan(all, post)
    if (later.length === 0) return 'this'
    const part = await ask({
      title,
      text: 'This post repeats. What has gone out stays as it is.',
      posts: [...all.filter(({ _id }) => _id === post._id), ...later],
      keepsTexts,
      domainId: post.domainId,
      all: 'This and all later ones',
    })
    return part === 'alike' ? undefined : part
  } catch (error) {
    toast('error', messageOf(error, NOT_READ))
    return undefined
  }
}

const NOT_READ = 'The other posts of its series didn’t load. Try again.'

/** The other posts that an approval covers: ids of those with the same content, and the other texts with their posts. */
type ApprovedTogether = { alike: string[]; texts: readonly WaitingText[] }

/** Returns the posts of a series that wait for approval with another text, by the text's number. */
export const waitingTexts = (all: readonly Occurrence[], { _id }: Pick<Post, '_id'>) => {
  const own = all.find(one => one._id === _id)?.text
  const isWaiting = ({ text, state, differs, publishAt }: Occurrence) =>
    text !== own && state === 'in_review' && !differs && new Date(publishAt) > new Date()
  return Map.groupBy(all.filter(isWaiting), ({ text }) => text)
}

/** Asks whether an approval covers one post of a series, all with the same content, or also those with other texts. */
export async function askForAlike(post: Repeated): Promise<ApprovedTogether | undefined> {
  try {
    const all = await readOccurrences(post._id)
    const isAlike = ({ _id, alike }: Occurrence) => alike || _id === post._id
    const texts = await Promise.all(
      [...waitingTexts(all, post)].map(async ([number, posts]) => {
        const ids = posts.map(({ _id }) => _id)
        const [id = ''] = ids
        return { number, ids, post: await dataOf(api.posts[':id'].$get({ param: { id } })) }
      }),
    )
    const ofTexts = new Set(texts.flatMap(({ ids }) => ids))
    const posts = all.filter(one => isAlike(one) || ofTexts.has(one._id))
    const alike = all.filter(isAlike)
    if (posts.length <= 1) return { alike: [], texts: [] }
    const label = `Approve ${plural(posts.length, 'post')}`
    const answer = await ask({
      title: `${label}?`,
      text:
        texts.length > 0
          ? 'These posts of its series wait, and their texts take turns. Each goes out at its own time, exactly as it is now.'
          : 'These posts of its series wait with exactly the same words and pictures. Each goes out at its own time.',
      posts,
      texts,
      domainId: post.domainId,
      all: label,
      alike: texts.length > 0 && alike.length > 1 ? `Only the ${alike.length} with this text` : undefined,
      prefersAll: true,
    })
    if (!answer) return undefined
    return {
      alike: answer === 'this' ? [] : alike.map(({ _id }) => _id).filter(id => id !== post._id),
      texts: answer === 'following' ? texts : [],
    }
  } catch (error) {
    toast('error', messageOf(error, NOT_READ))
    return undefined
  }
}

/** Returns the posts of the post's series, none until they are loaded. Reloads them when the post changes. */
export function useOccurrences(post: Post | undefined): readonly Occurrence[] {
  const [all, setAll] = useState<readonly Occurrence[]>([])
  const id = post?.series && post._id
  const change = `${post?.version} ${post?.deliveries.map(({ state }) => state).join(' ')}`
  useEffect(() => {
    let isShown = true
    if (id)
      void readOccurrences(id)
        .then(read => isShown && setAll(read))
        .catch(() => undefined)
    return () => void (isShown = false)
  }, [id, change])
  // The previous ones stay until the new ones are loaded, so that nothing moves.
  return id && all.some(({ _id }) => _id === id) ? all : NONE
}

const NONE: readonly Occurrence[] = []
