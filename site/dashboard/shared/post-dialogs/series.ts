import { atom } from 'nanostores'
import { useEffect, useState } from 'react'

import { plural } from '#shared/plural.ts'
import { isCanceled, isChangeable } from '#shared/posts/changes.ts'
import type { Occurrence, Post } from '#shared/posts/posts.ts'
import type { SeriesPart } from '#shared/posts/series.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'

type Part = NonNullable<SeriesPart['series']>

/** A question about one post of a series and others of it. */
type Asked = {
  title: string
  text: string
  /** The posts that the wider answer is about, soonest first. */
  posts: readonly Occurrence[]
  domainId: string
  /** Label of the wider answer. */
  all: string
  /** True if later ones keep a text or content of their own. */
  keepsTexts?: boolean
  /** True if the wider answer is the usual one. */
  prefersAll?: boolean
  answer: (part: Part | undefined) => void
}

/** The open question whether something is about one post of a series, or about others too. */
export const $askedPart = atom<Asked | undefined>()

/** Resolves to undefined if the user closes the question. */
const ask = (asked: Omit<Asked, 'answer'>) =>
  new Promise<Part | undefined>(resolve => {
    $askedPart.get()?.answer(undefined)
    $askedPart.set({
      ...asked,
      answer(part) {
        $askedPart.set(undefined)
        resolve(part)
      },
    })
  })

type Repeated = Pick<Post, '_id' | 'domainId'>

const readOccurrences = (id: string) => dataOf(api.posts[':id'].series.$get({ param: { id } }))

/** Returns the posts of a series that come after one of them and can still be changed. */
export const laterThan = (all: readonly Occurrence[], { _id }: Pick<Post, '_id'>) =>
  all.slice(all.findIndex(one => one._id === _id) + 1).filter(isChangeable)

/** Returns true for a post that hasn't gone out, and isn't on its way, anywhere. */
export const isUnbegun = ({ deliveries }: Post) =>
  deliveries.every(delivery => isChangeable(delivery) || isCanceled(delivery))

/**
 * Asks for which posts of a series a change is meant, unless there are no later ones.
 * @param keepsTexts true if later ones with another text keep that
 * @returns undefined if the user closes the question, or if the series can't be read, which a toast says
 */
export async function askForPart(
  title: string,
  post: Repeated,
  keepsTexts = false,
): Promise<Part | undefined> {
  try {
    const all = await readOccurrences(post._id)
    const later = laterThan(all, post)
    if (later.length === 0) return 'this'
    return await ask({
      title,
      text: 'This post repeats. What has gone out stays as it is.',
      posts: [...all.filter(({ _id }) => _id === post._id), ...later],
      keepsTexts,
      domainId: post.domainId,
      all: 'This and all later ones',
    })
  } catch (error) {
    toast('error', messageOf(error, NOT_READ))
    return undefined
  }
}

const NOT_READ = 'The other posts of its series didn’t load. Try again.'

/**
 * Asks whether an approval is about one post of a series, or about all with the same content that wait.
 * @returns the ids of the others, or undefined like `askForPart`
 */
export async function askForAlike(post: Repeated): Promise<string[] | undefined> {
  try {
    const all = await readOccurrences(post._id)
    const posts = all.filter(({ _id, alike }) => alike || _id === post._id)
    if (posts.length <= 1) return []
    const label = `Approve ${plural(posts.length, 'post')}`
    const part = await ask({
      title: `${label}?`,
      text: 'These posts of its series wait with exactly the same words and pictures. Each goes out at its own time.',
      posts,
      domainId: post.domainId,
      all: label,
      prefersAll: true,
    })
    const others = posts.map(({ _id }) => _id).filter(id => id !== post._id)
    return part && (part === 'following' ? others : [])
  } catch (error) {
    toast('error', messageOf(error, NOT_READ))
    return undefined
  }
}

/** Returns the posts of a repeated post's series, read again whenever it changes; none until they are loaded. */
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
