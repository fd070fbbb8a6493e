import * as v from 'valibot'

/** Returns a readable message for an issue whose schema defines none. */
export function defaultMessage(issue: v.BaseIssue<unknown>): string {
  const { type, expected, input, received } = issue
  switch (type) {
    case 'object':
    case 'strict_object':
      return received === 'undefined' ? 'This is missing.' : 'This must be an object.'
    case 'string':
      return 'This must be text.'
    case 'number':
    case 'integer':
      return 'This must be a whole number.'
    case 'boolean':
      return 'This must be true or false.'
    case 'array':
      return 'This must be a list.'
    case 'max_length':
      return typeof input === 'string'
        ? `Please keep this to ${limitOf(expected)} characters or fewer.`
        : `Please choose at most ${limitOf(expected)} of these.`
    case 'max_value':
      return `This can be at most ${limitOf(expected)}.`
    case 'min_value':
      return `This must be at least ${limitOf(expected)}.`
    case 'picklist':
      return `This must be one of ${expected?.replaceAll(/[()"]/g, '').replaceAll(' | ', ', ')}.`
    default:
      return 'This is not valid.'
  }
}

/** Valibot writes a requirement as `<=20`. */
const limitOf = (expected: string | null) => expected?.replace(/^[<>]=/, '')
