import { fillIn } from '#site/forms/fill-in.ts'
import { formKey } from '#site/lib/browser-storage.ts'
import { hireValuesIn } from './topics.ts'

const DRAFT = formKey('hire')
/** Storage key of the link from which the tab's draft was filled in. */
const LINK = formKey('hire link')

/**
 * Fills in the form from the page's URL. A link that was just pressed chooses the service and the posts, but doesn't replace text
 * that the visitor has typed.
 */
export function prefillHireForm(form: HTMLFormElement, mainService: string) {
  const { search, hash } = location
  const query = new URLSearchParams(search)
  const chosen = { service: query.get('service') ?? mainService, posts: query.get('posts') ?? '' }
  try {
    const { values } = JSON.parse(sessionStorage.getItem(DRAFT) ?? '{}')
    const isReload = sessionStorage.getItem(LINK) === search + hash
    sessionStorage.setItem(LINK, search + hash)
    if (values && isReload) return fillIn(form, values)
    fillIn(form, chosen)
    fillIn(form, values)
  } catch {
    // Storage is disabled, so nothing is saved.
    fillIn(form, chosen)
  }
  fillIn(form, hireValuesIn(hash))
}
