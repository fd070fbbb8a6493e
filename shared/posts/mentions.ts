/** A member who can be mentioned in a comment. */
export type Person = { _id: string; name: string }

type CommentPart = { text: string; person?: Person }

/** A name must not be followed by a letter or digit: '@Samantha' doesn't mention '@Sam'. */
const WORD = /^[\p{L}\p{N}]/u

/** Splits a comment at its mentions, which are '@' and a full name. If several names match, the longest wins. */
export function commentParts(message: string, people: readonly Person[]): CommentPart[] {
  const named = people.filter(({ name }) => name !== '').toSorted((a, b) => b.name.length - a.name.length)
  const parts: CommentPart[] = []
  let rest = 0
  for (let at = message.indexOf('@'); at !== -1; at = message.indexOf('@', at + 1)) {
    if (at < rest) continue
    const person = named.find(
      ({ name }) => message.startsWith(name, at + 1) && !WORD.test(message.slice(at + 1 + name.length)),
    )
    if (!person) continue
    if (at > rest) parts.push({ text: message.slice(rest, at) })
    rest = at + 1 + person.name.length
    parts.push({ text: message.slice(at, rest), person })
  }
  if (rest < message.length) parts.push({ text: message.slice(rest) })
  return parts
}

/** Returns the people whose names a comment mentions, including several people with the same name. */
export function mentionedIn(message: string, people: readonly Person[]): Person[] {
  const names = new Set(commentParts(message, people).map(({ person }) => person?.name))
  return people.filter(({ name }) => names.has(name))
}
