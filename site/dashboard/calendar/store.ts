import { computed, onMount, atom } from 'nanostores'

import { CALENDAR_MAX_ENTRIES, type CalendarEntry } from '#shared/calendar/calendar.ts'
import { addLabel } from '#shared/posts/labels.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { $selectedDomain, remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { $drafts, $networksFor, choiceOf } from '#site/dashboard/shared/drafts/store.ts'
import { $mayChange } from '#site/dashboard/shared/permissions.tsx'
import { registerPostScreen } from '#site/dashboard/shared/post-dialogs/shown-posts.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { $hasDayOf, $postZone, $view, $window, $zone } from './days.ts'
import { $filters, $isAll, matches } from './filters.ts'
import { byDayOf, draftItem, entriesOf, itemsByHour, toItems } from './items.ts'

/** The day whose posts a dialog shows. */
export const $openDay = atom<Date | undefined>()
onMount($openDay, () => $router.listen(() => $openDay.set(undefined)))

/** A day in one zone begins or ends up to 26 hours from the same day in another. */
const ZONES_APART_MS = 26 * 3_600_000

/** Returns the period to load, which with all businesses includes the hours by which other zones exceed it. */
function loadedWindow() {
  const { from, to } = $window.get()
  const more = $isAll.get() && $view.get() !== 'grid' ? ZONES_APART_MS : 0
  return { from: new Date(+from - more), to: new Date(+to + more) }
}

/** Posts of the selected business, or of all, in the period on screen. */
export const $entries = remoteOfSelection(async selected => {
  const domainId = $isAll.get() ? undefined : selected
  const { from, to } = loadedWindow()
  const query = { from: from.toISOString(), to: to.toISOString(), ...(domainId && { domainId }) }
  return await dataOf(api.posts.calendar.$get({ query }))
})

export const $shown = computed([$window, $isAll], (window, isAll) => ({ window, isAll }))
onMount($entries, () => $shown.listen($entries.resetAndRefetch))

/** Time of the last post in a truncated response. */
export const $lastShown = computed($entries, entries =>
  entries.state === 'ready' ? entries.data[CALENDAR_MAX_ENTRIES - 1]?.publishAt : undefined,
)

/** All posts of the period. */
export const $allItems = computed(
  [$entries, $mayChange, $isAll, $postZone, $hasDayOf],
  (entries, mayChange, isAll, zoneOf, hasDayOf) =>
    (entries.state === 'ready' ? toItems(entries.data) : [])
      .filter(({ at, domainId }) => !isAll || hasDayOf(zoneOf(domainId), at))
      .map(item => ({
        ...item,
        movable: item.movable && mayChange({ ...item, deliveries: item.entries }),
      })),
)

/** Drafts of the selected business with a future time, unless their cancelled post, which has the same id, is on screen. */
export const $timedDrafts = computed(
  [$drafts, $networksFor, $selectedDomain, $isAll, $window, $allItems],
  (drafts, networksFor, business, isAll, { from, to }, all) =>
    isAll || !business
      ? []
      : (drafts.data ?? [])
          .filter(({ _id, slot }) => !slot && !all.some(({ postId }) => postId === _id))
          .map(draft => draftItem(draft, { domainId: business._id, networks: networksFor(choiceOf(draft)) }))
          .filter(({ at }) => at >= from && at < to && at > new Date()),
)
export const $items = computed([$allItems, $timedDrafts, $filters], (all, timed, filters) =>
  [...all, ...timed].filter(matches(filters)).toSorted((a, b) => +a.at - +b.at),
)
/** True if a post on screen isn't shown in the grid's zone. */
export const $isMixed = computed([$allItems, $zone, $postZone], (all, zone, zoneOf) =>
  all.some(({ domainId }) => zoneOf(domainId) !== zone),
)
/** Labels of the period's posts, and those chosen in the URL. */
export const $labels = computed([$allItems, $filters], (all, { labels }) =>
  [...new Set([...all.flatMap(item => item.labels), ...labels])].reduce(addLabel, []).toSorted(compareNames),
)
export const $byHour = computed([$items, $postZone], itemsByHour)
export const $byDay = computed($byHour, byDayOf)

export const changeEntries = $entries.change

const withoutPost = (postId: string) => (entries: CalendarEntry[]) =>
  entries.filter(entry => entry.postId !== postId)

const becomingDrafts = new Set<string>()

/** Shows a cancelled post until its draft takes its place, so that nothing flickers. */
async function turnIntoDraft(postId: string) {
  becomingDrafts.add(postId)
  await $drafts.reload()
  if (becomingDrafts.delete(postId)) changeEntries(withoutPost(postId))
}

registerPostScreen({
  place(post) {
    if (!$isAll.get() && post.domainId !== $selectedDomain.get()?._id) return
    const entries = entriesOf(post)
    if (entries.length === 0 && $timedDrafts.lc > 0 && !$isAll.get()) return void turnIntoDraft(post._id)
    becomingDrafts.delete(post._id)
    const { from, to } = loadedWindow()
    const placed = entries.filter(({ publishAt }) => {
      const at = new Date(publishAt)
      return at >= from && at < to
    })
    changeEntries(entries => [...withoutPost(post._id)(entries), ...placed])
  },
  remove: postId => changeEntries(withoutPost(postId)),
  refresh: () => $entries.lc > 0 && $entries.refresh(),
})
