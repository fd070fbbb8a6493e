import type { LibraryItem } from '#shared/media/library.ts'
import { fold } from '#shared/text/fold.ts'

type Describable = Pick<LibraryItem, '_id' | 'name' | 'altText' | 'labels' | 'posts'>

/** A word of a label or a file's name is chosen for a picture; an alt text also has words around it. */
const NAMED = 2
const DESCRIBED = 1
const ENOUGH = 2

/** Words of four letters that say nothing of a picture. */
const FILLERS = new Set(
  'have here more some than that them then they this very what when will with your'.split(' '),
)

/** Returns the words of four letters or more, in the singular as far as an English s shows. */
const wordsOf = (text: string) =>
  new Set(
    (fold(text).match(/\p{L}{4,}/gu) ?? [])
      .filter(word => !FILLERS.has(word))
      .map(word => word.replace(/(?<=\p{L}{3})s$/u, '')),
  )

/** Returns the picture whose label, name or alt text speaks of the same things as a text, or the least used of several; if any. */
export function pictureFor<Item extends Describable>(
  text: string,
  pictures: readonly Item[],
): Item | undefined {
  const words = wordsOf(text)
  const shared = (described: string) => [...wordsOf(described)].filter(word => words.has(word)).length
  const rated = pictures.map(picture => ({
    picture,
    score: NAMED * shared([picture.name, ...picture.labels].join(' ')) + DESCRIBED * shared(picture.altText),
  }))
  return rated
    .filter(({ score }) => score >= ENOUGH)
    .toSorted((one, other) => other.score - one.score || one.picture.posts - other.picture.posts)[0]?.picture
}
