import { onMount } from 'nanostores'
import * as v from 'valibot'

import { type HashtagSet, hashtagsIn, SaveHashtagSet } from '#shared/posts/hashtag-sets.ts'
import { savedTexts } from '#site/dashboard/composer/saved-texts/saved-texts.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'

export const {
  $items: $hashtagSets,
  save: saveHashtagSet,
  remove: deleteHashtagSet,
} = savedTexts<HashtagSet>({
  noun: 'hashtag set',
  list: async () => (await (await api['hashtag-sets'].$get()).json()).data,
  check(name, text) {
    const set = v.safeParse(SaveHashtagSet, { name, text })
    return set.success ? set.output : set.issues[0].message
  },
  put: (id, json) => api['hashtag-sets'][':id'].$put({ param: { id }, json }),
  remove: id => api['hashtag-sets'][':id'].$delete({ param: { id } }),
})

onMount($hashtagSets, () => $selectionVersion.listen(() => $hashtagSets.resetAndRefetch()))

/** Returns the hashtags of a set that a text doesn't have yet. */
export function missingTags(set: string, text: string): string[] {
  const present = new Set(hashtagsIn(text).map(tag => tag.toLowerCase()))
  return hashtagsIn(set).filter(tag => !present.has(tag.toLowerCase()))
}
