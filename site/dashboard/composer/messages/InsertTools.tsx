import { Hash, Smile } from 'lucide-react'

import type { NetworkId } from '#shared/networks.ts'
import { Popover } from '#site/ui/popovers/Popover.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'

const HashtagSets = lazyComponent(
  async () => (await import('#site/dashboard/composer/HashtagSets.tsx')).HashtagSets,
  () => <SkeletonRows rows={1} label="Loading hashtag sets" />,
)
const EmojiPicker = lazyComponent(
  async () => (await import('#site/dashboard/composer/EmojiPicker.tsx')).EmojiPicker,
  () => <SkeletonRows rows={4} label="Loading emoji" />,
)

const BUTTON = 'btn btn-ghost btn-square btn-sm pointer-coarse:size-11'

type InsertToolsProps = {
  /** The message. */
  text: string
  networks: readonly NetworkId[]
  disabled: boolean
  /** `isWord` separates the text from its neighbours. */
  onInsert: (text: string, isWord: boolean) => void
  /** Returns to the message. */
  onDone: () => void
}

/** Popovers that insert hashtag sets and emoji at the cursor. */
export const InsertTools = ({ text, networks, disabled, onInsert, onDone }: InsertToolsProps) => (
  <div className="flex">
    <Popover
      inPortal
      label="Hashtag sets"
      tip="Hashtag sets"
      trigger={<Hash className="size-4" />}
      button={{ 'aria-label': 'Hashtag sets', className: BUTTON, disabled }}
      className="max-h-[60dvh] w-96 max-w-[calc(100vw-1.5rem)]"
    >
      {close => (
        <HashtagSets
          text={text}
          networks={networks}
          onInsert={tags => {
            onInsert(tags, true)
            close()
            onDone()
          }}
        />
      )}
    </Popover>
    <Popover
      inPortal
      label="Emoji"
      tip="Emoji"
      trigger={<Smile className="size-4" />}
      button={{ 'aria-label': 'Emoji', className: BUTTON, disabled }}
      className="h-88 max-h-[60dvh] w-80 max-w-[calc(100vw-1.5rem)] overflow-hidden! p-0!"
    >
      {close => (
        <EmojiPicker
          onPick={(emoji, stays) => {
            onInsert(emoji, false)
            if (stays) return
            close()
            onDone()
          }}
        />
      )}
    </Popover>
  </div>
)
