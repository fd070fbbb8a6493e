import { onMount } from 'nanostores'

import type { NetworkId } from '#shared/networks.ts'
import { countTags, tagLimit } from '#shared/posts/captions.ts'
import { hashtagsIn, type SavedText, SaveHashtagSet } from '#shared/posts/saved-texts.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { SavedTextList, savedTexts, SaveForm } from '#site/dashboard/shared/SavedTexts.tsx'
import { api, dataOf } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'

const sets = savedTexts({
  noun: 'hashtag set',
  list: () => dataOf(api['hashtag-sets'].$get()),
  schema: SaveHashtagSet,
  put: (id, json) => api['hashtag-sets'][':id'].$put({ param: { id }, json }),
  remove: id => api['hashtag-sets'][':id'].$delete({ param: { id } }),
})

onMount(sets.$items, () => $selectionVersion.listen(() => sets.$items.resetAndRefetch()))

export function missingTags(set: string, text: string): string[] {
  const present = new Set(hashtagsIn(text).map(tag => tag.toLowerCase()))
  return hashtagsIn(set).filter(tag => !present.has(tag.toLowerCase()))
}

type HashtagSetsProps = {
  text: string
  networks: readonly NetworkId[]
  onInsert: (text: string) => void
}

/** Menu that inserts one of the business's hashtag sets at the cursor, or saves the message's hashtags as a new set. */
export function HashtagSets({ text, networks, onInsert }: HashtagSetsProps) {
  const present = hashtagsIn(text).join(' ')

  function insert(set: SavedText) {
    const missing = missingTags(set.text, text)
    const limit = tagLimit(networks)
    const room = limit ? limit.hashtags - countTags(text).hashtags : Infinity
    if (missing.length === 0) return toast('info', `The message already has all of “${set.name}”.`)
    if (missing.length > room)
      return toast(
        'info',
        `${limit?.name} takes up to ${limit?.hashtags} hashtags, and there is room for ${Math.max(0, room)} more. “${set.name}” would add ${missing.length}.`,
      )
    return onInsert(missing.join(' '))
  }

  return (
    <div className="grid gap-3">
      <SavedTextList
        saved={sets}
        onInsert={insert}
        empty={
          <div className="flex items-center justify-between gap-3">
            <p className="text-sm text-soft">
              {present ? 'No hashtag sets yet. Save these to use them again.' : 'No hashtag sets yet.'}
            </p>
            {!present && (
              <Button small onClick={() => onInsert('#')}>
                Write hashtags
              </Button>
            )}
          </div>
        }
      />
      {present && (
        <SaveForm
          label="Save this message’s hashtags"
          placeholder="Name, for example Cakes"
          action="Save as set"
          text={present}
          onSave={name => sets.save(name, present)}
        />
      )}
    </div>
  )
}
