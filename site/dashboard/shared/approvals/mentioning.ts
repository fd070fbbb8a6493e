import type { Person } from '#shared/posts/mentions.ts'
import { fold } from '#shared/text/fold.ts'

const MAX_SUGGESTIONS = 6

/** A name that is being typed: its '@', and what follows up to the caret. */
export type Typed = { at: number; query: string }

/** Names have up to three words; another '@' or line starts over. */
const TYPED = /(?<=^|[\s(])@(\S{0,60}(?: \S{1,60}){0,2})$/u

export function typedMention(text: string, caret: number): Typed | undefined {
  const match = TYPED.exec(text.slice(0, caret))
  return match?.[1] === undefined || match[1].includes('@') ? undefined : { at: match.index, query: match[1] }
}

/** Returns the people whose name, or one of its words, begins like the typed text. */
export function suggestionsFor(query: string, people: readonly Person[]): Person[] {
  const wanted = fold(query)
  const begins = ({ name }: Person) => {
    const known = fold(name)
    return known.startsWith(wanted) || (wanted !== '' && known.includes(` ${wanted}`))
  }
  return people.filter(person => person.name !== '' && begins(person)).slice(0, MAX_SUGGESTIONS)
}

/** Completes the name that is being typed. Returns the new text, and the position for the caret. */
export function completeMention(text: string, { at, query }: Typed, { name }: Person) {
  const rest = text.slice(at + 1 + query.length)
  const before = `${text.slice(0, at)}@${name}${/^[\s,.;:!?)]/.test(rest) ? '' : ' '}`
  return { text: before + rest, caret: before.length }
}
