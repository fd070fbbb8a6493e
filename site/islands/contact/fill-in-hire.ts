import { fillIn } from '#site/forms/fill-in.ts'
import { formKey } from '#site/lib/browser-storage.ts'
import { valuesForWeek } from './topics.ts'

const DRAFT = formKey('hire')
/** The link whose values the tab's draft has already. */
const LINK = formKey('hire link')

/**
 * Fills in the form with what the page's link says. The visitor's own words are kept; a link that was just pressed still chooses
 * the service and the posts.
 */
export function fillInHire(form: HTMLFormElement, mainService: string) {
  const { search, hash } = location
  const asked = new URLSearchParams(search)
  const chosen = { service: asked.get('service') ?? mainService, posts: asked.get('posts') ?? '' }
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
  fillIn(form, valuesForWeek(hash))
}
