import { useStore } from '@nanostores/react'
import { PencilLine } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

import { networkNames } from '#shared/format-list.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { isChangeable } from '#shared/posts/changes.ts'
import type { Post } from '#shared/posts/posts.ts'
import { $mayChange } from '#site/dashboard/shared/permissions.tsx'
import { Button, useSubmit } from '#site/ui/Button.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'
import { approvalEnds } from './messages.ts'
import { saveTexts } from './save-texts.ts'
import { $unsavedTexts, forgetText, isOnPage, keepText, keptText, type UnsavedText } from './unsaved-texts.ts'
import { openEditor } from './url.ts'

type EditableTextProps = { post: Post; network: NetworkId; children: ReactNode }

/** A post's text on one network, edited in place. A series is edited in the composer, which asks for which of its posts. */
export function EditableText({ post, network, children }: EditableTextProps) {
  const mayChange = useStore($mayChange)(post)
  useStore($unsavedTexts)
  const unsaved = keptText(post._id, network)
  const delivery = post.deliveries.find(delivery => delivery.network === network)
  if (!mayChange || !delivery || !isChangeable(delivery)) return children

  const edit = () => {
    if (post.series) return openEditor(post._id)
    const alike = post.deliveries.filter(each => isChangeable(each) && each.message === delivery.message)
    keepText(post._id, network, {
      text: unsaved?.text ?? delivery.message,
      before: delivery.message,
      networks: alike.map(each => each.network),
      version: post.version,
      isApproved: post.approval?.state === 'approved',
      isOpen: true,
    })
  }
  const discard = () => forgetText(post._id, network)
  if (unsaved?.isOpen && isShownOpen(post, network, unsaved))
    return <TextForm post={post} network={network} unsaved={unsaved} onClose={discard} />
  return (
    <div className="grid grid-cols-1">
      {children}
      {unsaved && unsaved.text !== delivery.message ? (
        <div className="grid gap-2 text-sm">
          <p className="text-soft">
            You have an unsaved text for {networks[network].name}, from before this post was changed.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button small onClick={edit}>
              Continue with it
            </Button>
            <Button small variant="quiet" onClick={discard}>
              Discard it
            </Button>
          </div>
        </div>
      ) : (
        <Button
          small
          variant="quiet"
          className="-ms-3 justify-self-start text-soft"
          icon={<PencilLine className="size-3.5" />}
          onClick={edit}
        >
          Edit text
          <span className="sr-only"> for {networks[network].name}</span>
        </Button>
      )}
    </div>
  )
}

/** False for a text from before a reload if the post has changed since. */
const isShownOpen = (post: Post, network: NetworkId, { version }: UnsavedText) =>
  isOnPage(post._id, network) || version === post.version

type TextFormProps = { post: Post; network: NetworkId; unsaved: UnsavedText; onClose: () => void }

/** Edits the text of this network, and of those that had the same text when the form was opened. */
function TextForm({ post, network, unsaved, onClose }: TextFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [busy, form] = useSubmit(() => saveTexts(post._id, { toastsSuccess: true }).catch(() => undefined))
  const { text, before, networks: alike } = unsaved
  const { approval } = post

  // Keeps a text from before a reload in its field, even if somebody changes the post now.
  useEffect(() => {
    if (!isOnPage(post._id, network)) keepText(post._id, network, unsaved)
  }, [post._id, network, unsaved])
  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  return (
    <form {...form} className="grid grid-cols-1 gap-2">
      <TextArea
        ref={field}
        rows={Math.min(12, text.split('\n').length + 4)}
        label={`Text for ${networkNames(alike)}`}
        value={text}
        onChange={({ target }) => keepText(post._id, network, { ...unsaved, text: target.value })}
      />
      {approval?.waitsAgain && <p className="text-sm text-soft">{approvalEnds(approval.by)}</p>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" small variant="ink" busy={busy} disabled={text === before}>
          Save text
        </Button>
        <Button small variant="quiet" disabled={busy} onClick={onClose}>
          Discard changes
        </Button>
      </div>
    </form>
  )
}
