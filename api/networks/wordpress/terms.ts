import * as v from 'valibot'

import { type CallOptions, NetworkError } from '#api/networks/core/network.ts'
import { fold } from '#shared/text/fold.ts'
import { throwMissingCategory, NO_RIGHT, UNUSABLE_TERM } from './errors.ts'
import { plainText } from './plain-text.ts'
import { callSite, type WordPress } from './request.ts'

type Access = { token: string }
type Options = Pick<CallOptions, 'now'> & { signal?: AbortSignal | undefined }
type Taxonomy = 'categories' | 'tags'

/** Maximum number of names per call at WordPress. */
const MAX_LISTED = 100
const MAX_NAME = 100
const MAX_NAME_HTML = 1000
const Term = v.object({
  id: v.pipe(v.number(), v.integer()),
  name: v.pipe(v.string(), v.maxLength(MAX_NAME_HTML)),
})

/** Returns a site's categories or tags, most used first. */
async function listTerms(
  wordpress: WordPress,
  { token }: Access,
  taxonomy: Taxonomy,
  { search, page, ...options }: Options & { search?: string; page?: number },
) {
  const terms = await callSite(wordpress, {
    token,
    path: `/wp/v2/${taxonomy}`,
    query: { per_page: MAX_LISTED, orderby: 'count', order: 'desc', _fields: 'id,name', search, page },
    schema: v.array(Term),
    ...options,
  })
  return terms.slice(0, MAX_LISTED).map(({ id, name }) => ({ id, name: plainText(name, MAX_NAME_HTML) }))
}

/** Maximum number of calls for a site's categories, which authors choose from. Tags are only suggestions, so one call is enough. */
const MAX_CATEGORY_PAGES = 5

/** Returns the categories and tags of a site by name, most used first. */
export async function listNames(wordpress: WordPress, access: Access, options: Options) {
  const namesOf = async (taxonomy: Taxonomy, maxPages: number) => {
    const names: string[] = []
    for (let page = 1; page <= maxPages; page++) {
      const terms = await listTerms(wordpress, access, taxonomy, { ...options, page })
      names.push(...terms.map(({ name }) => name))
      if (terms.length < MAX_LISTED) break
    }
    return [...new Set(names)].filter(name => name !== '' && name.length <= MAX_NAME)
  }
  const [categories, tags] = await Promise.all([
    namesOf('categories', MAX_CATEGORY_PAGES),
    namesOf('tags', 1),
  ])
  return { categories, tags }
}

/** Returns the longest part of a name without characters that sites store as entities, because a search doesn't find those. */
const searchTextOf = (name: string) =>
  name
    .split(/[&<>"'‘’]/u)
    .reduce((a, b) => (b.length > a.length ? b : a))
    .trim()

/** Finds a term by name. Prefers an exact match to one that differs in case or accents, because a site may have both. */
const findByName = (terms: readonly { id: number; name: string }[], name: string): number | undefined =>
  (terms.find(term => term.name === name) ?? terms.find(term => fold(term.name).trim() === fold(name).trim()))
    ?.id

async function searchTerm(
  wordpress: WordPress,
  access: Access,
  taxonomy: Taxonomy,
  { name, ...options }: Options & { name: string },
): Promise<number | undefined> {
  const terms = await listTerms(wordpress, access, taxonomy, { ...options, search: searchTextOf(name) })
  return findByName(terms, name)
}

/** Returns the ids of names; undefined for missing ones. Searches only if the site has more names than one call lists. */
async function findTerms(
  wordpress: WordPress,
  access: Access,
  taxonomy: Taxonomy,
  { names, ...options }: Options & { names: readonly string[] },
): Promise<{ name: string; id: number | undefined }[]> {
  if (names.length === 0) return []
  const mostUsed = await listTerms(wordpress, access, taxonomy, options)
  const found = []
  for (const name of names) {
    const known = findByName(mostUsed, name)
    const isFinal = known !== undefined || mostUsed.length < MAX_LISTED
    found.push({
      name,
      id: isFinal ? known : await searchTerm(wordpress, access, taxonomy, { ...options, name }),
    })
  }
  return found
}

/** Returns the ids of categories. @throws {NetworkError} `permanent` if the site no longer has one of them */
export async function categoryIds(
  wordpress: WordPress,
  access: Access,
  names: readonly string[],
  options: Options,
): Promise<number[]> {
  const found = await findTerms(wordpress, access, 'categories', { ...options, names })
  return found.map(({ name, id }) => id ?? throwMissingCategory(name))
}

/**
 * Returns the ids of tags, after adding missing ones to the site. Leaves out tags that the user may not add, or whose text the
 * site rejects.
 */
export async function tagIds(
  wordpress: WordPress,
  access: Access,
  names: readonly string[],
  options: Options,
): Promise<number[]> {
  const ids: number[] = []
  for (const { name, id: known } of await findTerms(wordpress, access, 'tags', { ...options, names })) {
    const id = known ?? (await addTag(name))
    if (id !== undefined) ids.push(id)
  }
  return ids

  async function addTag(name: string): Promise<number | undefined> {
    try {
      const { id } = await callSite(wordpress, {
        ...options,
        token: access.token,
        path: '/wp/v2/tags',
        query: { _fields: 'id,name' },
        json: { name },
        schema: Term,
      })
      return id
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      // Another post has just added it.
      if (error.code === 'wordpress/term_exists')
        return searchTerm(wordpress, access, 'tags', { ...options, name })
      if (error.code !== NO_RIGHT && !UNUSABLE_TERM.includes(error.code)) throw error
      return undefined
    }
  }
}
