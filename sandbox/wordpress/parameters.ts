import { invalidParameters } from './rest-error.ts'

/** Parameters of a request: those of the query, and of a JSON or form body, as text. */
export type Parameters = Record<string, string>

type Rule =
  | { type: 'integer'; min?: number; max?: number }
  | { type: 'string' | 'boolean' }
  | { type: 'enum'; values: readonly string[] }
  /** A list, as JSON or with commas. */
  | { type: 'integers' | 'strings' }
  | { type: 'enums'; values: readonly string[] }

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const
const CONTEXTS = ['view', 'embed', 'edit'] as const

const LIST: Record<string, Rule> = {
  context: { type: 'enum', values: CONTEXTS },
  page: { type: 'integer', min: 1 },
  per_page: { type: 'integer', min: 1, max: 100 },
  search: { type: 'string' },
  order: { type: 'enum', values: ['asc', 'desc'] },
}
const ENTRIES: Record<string, Rule> = {
  ...LIST,
  slug: { type: 'strings' },
  parent: { type: 'integers' },
  after: { type: 'string' },
  orderby: {
    type: 'enum',
    values: ['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'title'],
  },
}
/** Parameters by route, as the real server publishes them. WordPress ignores others. */
export const RULES = {
  listPosts: {
    ...ENTRIES,
    status: { type: 'enums', values: [...STATUSES, 'trash', 'auto-draft', 'inherit', 'any'] },
  },
  listMedia: { ...ENTRIES, status: { type: 'enums', values: ['inherit', 'private', 'trash'] } },
  listTerms: {
    ...LIST,
    hide_empty: { type: 'boolean' },
    orderby: {
      type: 'enum',
      values: ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'],
    },
  },
  savePost: {
    status: { type: 'enum', values: STATUSES },
    slug: { type: 'string' },
    title: { type: 'string' },
    content: { type: 'string' },
    excerpt: { type: 'string' },
    featured_media: { type: 'integer' },
    categories: { type: 'integers' },
    tags: { type: 'integers' },
  },
  saveMedia: {
    post: { type: 'integer' },
    slug: { type: 'string' },
    title: { type: 'string' },
    alt_text: { type: 'string' },
  },
  saveTerm: { name: { type: 'string' } },
  listUsers: {
    ...LIST,
    include: { type: 'integers' },
    who: { type: 'enum', values: ['authors'] },
  },
  read: { context: { type: 'enum', values: CONTEXTS } },
  remove: { force: { type: 'boolean' } },
  listComments: {
    ...LIST,
    after: { type: 'string' },
    author: { type: 'integers' },
    orderby: { type: 'enum', values: ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'] },
    parent: { type: 'integers' },
    post: { type: 'integers' },
    status: { type: 'string' },
  },
  saveComment: {
    post: { type: 'integer' },
    parent: { type: 'integer' },
    content: { type: 'string' },
    status: { type: 'string' },
  },
} satisfies Record<string, Record<string, Rule>>

const INTEGER = /^-?\d+$/

/** @throws {RestError} naming each parameter that breaks its rule */
export function checkParameters(given: Parameters, rules: Record<string, Rule>): void {
  const problems = Object.entries(rules).flatMap(([name, rule]) => {
    const value = given[name]
    const problem = value === undefined ? undefined : problemOf(name, value, rule)
    return problem ? [[name, problem] as const] : []
  })
  if (problems.length > 0) throw invalidParameters(Object.fromEntries(problems))
}

function problemOf(name: string, value: string, rule: Rule): string | undefined {
  switch (rule.type) {
    case 'string':
      return undefined
    case 'boolean':
      return ['true', 'false', '1', '0', ''].includes(value) ? undefined : `${name} is not of type boolean.`
    case 'enum':
      return rule.values.includes(value) ? undefined : `${name} is not one of ${rule.values.join(', ')}.`
    case 'enums': {
      const index = listOf(value).findIndex(each => !rule.values.includes(each))
      return index < 0 ? undefined : `${name}[${index}] is not one of ${rule.values.join(', ')}.`
    }
    case 'integers': {
      const index = listOf(value).findIndex(each => !INTEGER.test(each))
      return index < 0 ? undefined : `${name}[${index}] is not of type integer.`
    }
    case 'strings':
      return undefined
    case 'integer': {
      if (!INTEGER.test(value)) return `${name} is not of type integer.`
      const { min = -Infinity, max = Infinity } = rule
      return Number(value) >= min && Number(value) <= max
        ? undefined
        : `${name} must be between ${min} (inclusive) and ${max} (inclusive)`
    }
  }
}

/** Parses a list, as JSON or with commas. */
export function listOf(value: string | undefined): string[] {
  if (value === undefined || value === '') return []
  if (value.startsWith('[')) return (JSON.parse(value) as unknown[]).map(String)
  return value.split(/[\s,]+/).filter(Boolean)
}
export const numbersOf = (value: string | undefined) => listOf(value).map(Number)
